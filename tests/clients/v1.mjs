// The v1 SDK client (revision 2025-11-25): initialize, list, call, error results, cancellation, progress.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { asks } from "./asks.mjs";
import { assertMirrored, end, env, layout, server, test } from "./common.mjs";
import { registered } from "./schemas.mjs";
import { refusals, tour } from "./tour.mjs";
import { roots } from "./roots.mjs";

const client = new Client({ name: "client-test", version: "1" });
const faults = [];
// An answer that was under way when the call was cancelled is no fault: the protocol lets the two cross.
let crossing = 0;
client.onerror = (error) => (crossing > 0 && /unknown message ID/.test(String(error)) ? crossing-- : faults.push(error));

await test("v1 client: initialize", async () => {
  await client.connect(new StdioClientTransport({ command: server, env, stderr: "inherit" }));
  assert.equal(client.getServerVersion().name, "layout-observer");
  assert.ok(client.getServerCapabilities().tools);
  assert.ok(client.getInstructions().length > 0);
});
await test("v1 client: ping", () => client.ping());
await test("v1 client: tools/list has every tool, typed and annotated", async () => {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), registered);
  for (const tool of tools) {
    for (const [name, member] of Object.entries(tool.inputSchema.properties)) {
      assert.ok(member.description, `${tool.name} ${name} has no description`);
    }
    assert.ok(tool.annotations && Object.values(tool.annotations).every((hint) => typeof hint === "boolean"), tool.name);
    assert.ok(tool.description.length > 0, tool.name);
  }
});
// After tools/list the client checks every structured result, errors as well, against the advertised output schema.
const call = (name, args) => client.callTool({ name, arguments: args });
await test(`v1 client: every one of ${registered.length} tools, its result held against spec/ and tools/list`, async () =>
  tour(call, (await client.listTools()).tools));
await test(`v1 client: every one of ${registered.length} tools refuses, its error held against spec/ and tools/list`, async () =>
  refusals(call, (await client.listTools()).tools));
await test("v1 client: an error is a result, with a hint", async () => {
  const answer = await client.callTool({ name: "open_layout", arguments: { path: "/nonexistent/a.gds" } });
  assert.equal(answer.isError, true);
  assert.equal(answer.structuredContent.code, "FILE_NOT_FOUND");
  assertMirrored(answer);
});
await test("v1 client: an unknown tool is a protocol error", () =>
  assert.rejects(client.callTool({ name: "no_such_tool", arguments: {} }), (error) => error.code === -32602));
await test("v1 client: an unknown method is a protocol error", () =>
  assert.rejects(client.request({ method: "no/such" }, { parse: (x) => x }), (error) => error.code === -32601 || /-32601/.test(error.message)));
await test("v1 client: prompts, completions, resources", () => asks(client, true));
await test("v1 client: logging from a level on", async () => {
  const told = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void told.push(params.data.event));
  await client.setLoggingLevel("warning");
  await client.callTool({ name: "open_layout", arguments: { path: "/nonexistent/a.gds" } });
  assert.deepEqual(told, ["failed"]);
});
await test("v1 client: a cancelled call leaves the server in order", async () => {
  const abort = new AbortController();
  const call = client.callTool({ name: "open_layout", arguments: { path: layout } }, undefined, { signal: abort.signal });
  crossing = 1;
  abort.abort("not needed any more");
  await assert.rejects(call);
  await client.ping();
});
await test("v1 client: a call with a progress token", async () => {
  const seen = [];
  const answer = await client.callTool({ name: "open_layout", arguments: { path: layout } }, undefined, {
    onprogress: (progress) => seen.push(progress.progress),
  });
  assert.ok(!answer.isError);
  assert.deepEqual(seen, [...seen].sort((a, b) => a - b));
});
await test("v1 client: no message was refused, and the server ends with its input", async () => {
  await client.close();
  assert.deepEqual(faults.map(String), []);
});
await roots("v1 client", () => new StdioClientTransport({ command: server, env, stderr: "inherit" }));
end();
