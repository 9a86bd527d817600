// The v2 SDK client: the legacy handshake, version negotiation, and the stateless revision 2026-07-28 pinned.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { asks } from "./asks.mjs";
import { end, env, server, test } from "./common.mjs";
import { registered } from "./schemas.mjs";
import { refusals, tour } from "./tour.mjs";

const modes = [
  ["legacy", { mode: "legacy" }],
  ["auto", { mode: "auto" }],
  ["2026-07-28", { mode: { pin: "2026-07-28" } }],
];
for (const [name, versionNegotiation] of modes) {
  const client = new Client({ name: "client-test", version: "1" }, { versionNegotiation });
  await test(`v2 client, ${name}: connect`, () => client.connect(new StdioClientTransport({ command: server, env, stderr: "inherit" })));
  await test(`v2 client, ${name}: tools/list`, async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map((tool) => tool.name), registered);
  });
  const call = (tool, args) => client.callTool({ name: tool, arguments: args });
  await test(`v2 client, ${name}: every one of ${registered.length} tools, its result held against spec/ and tools/list`, async () =>
    tour(call, (await client.listTools()).tools));
  await test(`v2 client, ${name}: every one of ${registered.length} tools refuses, its error held against spec/ and tools/list`, async () =>
    refusals(call, (await client.listTools()).tools));
  await test(`v2 client, ${name}: prompts, completions, resources`, () => asks(client, true));
  await test(`v2 client, ${name}: an unknown tool is a protocol error`, () =>
    assert.rejects(client.callTool({ name: "no_such_tool", arguments: {} })));
  await client.close();
}
end();
