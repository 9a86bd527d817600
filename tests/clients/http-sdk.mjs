// The official clients over HTTP: the v1 SDK, and the v2 client in three modes. Every tool, progress as events, cancelling,
// several clients beside each other, and a layout that outlives the session of the protocol it was opened in.
import assert from "node:assert/strict";
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { asks } from "./asks.mjs";
import { assertMirrored, end, fixtures, layout, serve, test } from "./common.mjs";
import { roots } from "./roots.mjs";
import { registered } from "./schemas.mjs";
import { tour } from "./tour.mjs";

const served = await serve();
const url = new URL(served.url);
const info = { name: "client-test", version: "1" };
const long = { layout: `${fixtures}/rules.gds`, layer: { layer: 1, datatype: 0 }, pixel_nm: 1, process: { tile_px: 1024, halo_px: 480 } };

async function greet() {
  const client = new Client(info);
  const transport = new StreamableHTTPClientTransport(url);
  await client.connect(transport);
  return { client, transport };
}
const call = (client, name, args) => client.callTool({ name, arguments: args });

const { client, transport } = await greet();
const faults = [];
client.onerror = (error) => faults.push(String(error));
await test("v1 client over HTTP: a session of the protocol", () => {
  assert.match(transport.sessionId, /^[0-9a-f]{32}$/);
  assert.equal(client.getServerVersion().name, "layout-observer");
});
await test("v1 client over HTTP: tools/list", async () => {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), registered);
});
await roots("v1 client over HTTP", () => new StreamableHTTPClientTransport(url));
await test(`v1 client over HTTP: every one of ${registered.length} tools, its result held against spec/ and tools/list`, async () =>
  tour((name, args) => call(client, name, args), (await client.listTools()).tools));
await test("v1 client over HTTP: prompts, completions, resources", () => asks(client, true));
await test("v1 client over HTTP: an error is a result, with a hint", async () => {
  const answer = await call(client, "open_layout", { path: "/nonexistent/a.gds" });
  assert.equal(answer.structuredContent.code, "FILE_NOT_FOUND");
  assertMirrored(answer);
});
await test("v1 client over HTTP: errors of the protocol", async () => {
  await assert.rejects(call(client, "no_such_tool", {}), (error) => error.code === -32602);
  await assert.rejects(client.request({ method: "no/such" }, { parse: (x) => x }), (error) => error.code === -32601 || /-32601/.test(error.message));
});
await test("v1 client over HTTP: progress comes as events before the answer", async () => {
  const seen = [];
  const answer = await client.callTool({ name: "evaluate", arguments: { ...long, wait_ms: 1500 } }, undefined, {
    onprogress: (progress) => seen.push(progress.progress),
  });
  assert.ok(!answer.isError);
  assert.ok(seen.length > 0);
  assert.deepEqual(seen, [...seen].sort((a, b) => a - b));
  await call(client, "cancel_job", { job_id: answer.structuredContent.job_id });
});
await test("v1 client over HTTP: a cancelled call leaves the server in order", async () => {
  const abort = new AbortController();
  const answer = client.callTool({ name: "evaluate", arguments: { ...long, wait_ms: 20000 } }, undefined, { signal: abort.signal });
  setTimeout(() => abort.abort("not needed any more"), 300);
  await assert.rejects(answer);
  await client.ping();
});
await test("v1 client over HTTP: twelve clients, a hundred calls each, each its own answers", async () => {
  const others = await Promise.all(Array.from({ length: 12 }, greet));
  await Promise.all(others.map(async ({ client: other }, i) => {
    const { structuredContent: opened } = await call(other, "open_layout", { path: layout });
    for (let k = 0; k < 100; k++) {
      const pattern = `c${i}_${k}*`;
      const { structuredContent: found } = await call(other, "find_cells", { session_id: opened.session_id, pattern });
      assert.equal(found.pattern ?? pattern, pattern);
      assert.equal(found.session_id ?? opened.session_id, opened.session_id);
    }
    await call(other, "close_session", { session_id: opened.session_id });
    await other.close();
  }));
});
let kept;
await test("v1 client over HTTP: the session ends by DELETE, and is unknown afterwards", async () => {
  kept = (await call(client, "open_layout", { path: layout })).structuredContent.session_id;
  const header = { "Mcp-Session-Id": transport.sessionId };
  await transport.terminateSession();
  await client.close();
  const answer = await fetch(url, { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    headers: { ...header, "Content-Type": "application/json", Accept: "application/json, text/event-stream" } });
  assert.equal(answer.status, 404);
  assert.deepEqual(faults, []);
});

for (const [name, versionNegotiation] of [["legacy", { mode: "legacy" }], ["auto", { mode: "auto" }], ["2026-07-28", { mode: { pin: "2026-07-28" } }]]) {
  const v2 = new ClientV2(info, { versionNegotiation });
  await test(`v2 client over HTTP, ${name}: connect`, () => v2.connect(new HttpV2(url)));
  await test(`v2 client over HTTP, ${name}: a layout that another client left open`, async () => {
    const answer = await call(v2, "list_cells", { session_id: kept });
    assert.ok(!answer.isError, JSON.stringify(answer.structuredContent));
  });
  await test(`v2 client over HTTP, ${name}: every one of ${registered.length} tools, its result held against spec/ and tools/list`, async () =>
    tour((tool, args) => call(v2, tool, args), (await v2.listTools()).tools));
  await test(`v2 client over HTTP, ${name}: prompts, completions, resources`, () => asks(v2, name === "legacy"));
  await test(`v2 client over HTTP, ${name}: an unknown tool is a protocol error`, () =>
    assert.rejects(call(v2, "no_such_tool", {})));
  await v2.close();
}
await test("serve --http: a signal ends it, with status 0", async () => assert.equal(await served.end(), 0));
end();
