// Tasks by the official clients: the v1 SDK's experimental ones, and the package of the extension over both revisions.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioClientTransportV2 } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { assertMirrored, end, env, fixtures, server, skip, test } from "./common.mjs";

const layer = { layer: 1, datatype: 0 };
const short = { layout: `${fixtures}/rules.gds`, layer, box: { left: 0, bottom: 0, right: 3, top: 2 }, pixel_nm: 10, process: { tile_px: 256 } };
const long = { layout: `${fixtures}/rules.gds`, layer, pixel_nm: 1, process: { tile_px: 1024, halo_px: 480 } };
const hour = { task: { ttl: 3600000 } };
const greet = async () => {
  const client = new Client({ name: "client-test", version: "1" });
  await client.connect(new StdioClientTransport({ command: server, env, stderr: "inherit" }));
  return client;
};
const collect = async (stream) => {
  const messages = [];
  for await (const message of stream) messages.push(message);
  return messages;
};

const client = await greet();
const tasks = client.experimental.tasks;
await test("tasks, v1 client: the server offers them, for two tools", async () => {
  assert.deepEqual(client.getServerCapabilities().tasks, { list: {}, cancel: {}, requests: { tools: { call: {} } } });
  const { tools } = await client.listTools();
  assert.deepEqual(tools.filter((tool) => tool.execution?.taskSupport === "optional").map((tool) => tool.name), ["evaluate", "optimize"]);
});
await test("tasks, v1 client: evaluate as a task, streamed to its result, which is what poll says", async () => {
  const messages = await collect(tasks.callToolStream({ name: "evaluate", arguments: short }, CallToolResultSchema, hour));
  assert.equal(messages[0].type, "taskCreated");
  assert.equal(messages[0].task.status, "working");
  const last = messages.at(-1);
  assert.equal(last.type, "result", JSON.stringify(last));
  assertMirrored(last.result);
  assert.equal(last.result.structuredContent.status, "completed");
  assert.deepEqual(last.result._meta["io.modelcontextprotocol/related-task"], { taskId: messages[0].task.taskId });
  const polled = await client.callTool({ name: "poll", arguments: { job_id: messages[0].task.taskId } });
  assert.deepEqual(polled.structuredContent, last.result.structuredContent);
  const task = await tasks.getTask(messages[0].task.taskId);
  assert.equal(task.status, "completed");
  assert.ok(Date.parse(task.lastUpdatedAt) >= Date.parse(task.createdAt) && Date.parse(task.createdAt) > Date.now() - 60000);
});
await test("tasks, v1 client: a task is cancelled, and found in the list", async () => {
  const stream = tasks.callToolStream({ name: "evaluate", arguments: long }, CallToolResultSchema, hour);
  const { value } = await stream.next();
  assert.equal(value.type, "taskCreated");
  const waits = tasks.getTaskResult(value.task.taskId, CallToolResultSchema);
  assert.equal((await tasks.cancelTask(value.task.taskId)).status, "cancelled");
  assert.equal((await waits).isError, true);
  const ids = [];
  for (let cursor; ; ) {
    const page = await tasks.listTasks(cursor);
    ids.push(...page.tasks.map((task) => `${task.taskId} ${task.status}`));
    if (!(cursor = page.nextCursor)) break;
  }
  assert.ok(ids.includes(`${value.task.taskId} cancelled`), ids.join());
  assert.equal(new Set(ids).size, ids.length);
  await assert.rejects(tasks.cancelTask(value.task.taskId), (error) => error.code === -32602);
  await collect(stream);
});
await test("tasks, v1 client: what cannot begin is an error that says why", async () => {
  const messages = await collect(tasks.callToolStream({ name: "evaluate", arguments: { ...short, layout: "/nonexistent/a.gds" } }, CallToolResultSchema, hour));
  assert.equal(messages.length, 1);
  assert.equal(messages[0].type, "error");
  assert.match(messages[0].error.message, /does not exist/);
});
await client.close();

// The package of the extension speaks both forms; what its client cannot carry goes over a process of its own.
const ext = await import("@modelcontextprotocol/ext-tasks/client").catch(() => null);
const settle = async (session, args) => {
  const execution = await session.callTool("evaluate", args, { task: { preference: "prefer" } });
  const { outcome } = await execution.settle();
  return ext.resultFromTaskOutcome(outcome);
};
const rawServer = () => {
  const child = spawn(server, ["serve"], { env, stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map();
  const methods = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  return {
    methods,
    close: () => child.stdin.end(),
    dispatch: (request) =>
      new Promise((resolve) => {
        const id = methods.push(request.method);
        waiting.set(id, ({ result, error }) => resolve(error ? { kind: "error", error } : { kind: "result", result }));
        child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...request, id })}\n`);
      }),
  };
};
for (const [name, mode] of [["2025-11-25", "legacy"], ["2026-07-28", { pin: "2026-07-28" }]]) {
  if (!ext) {
    skip(`tasks, package ext-tasks over ${name}`, "it is not installed");
    continue;
  }
  const capabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };
  const info = { name: "client-test", version: "1" };
  const v2 = new ClientV2(info, { versionNegotiation: { mode }, capabilities });
  const raw = rawServer();
  await test(`tasks, package ext-tasks over ${name}: evaluate, settled by polling`, async () => {
    await v2.connect(new StdioClientTransportV2({ command: server, env, stderr: "inherit" }));
    const framing = { protocolVersion: name, clientInfo: info, clientCapabilities: capabilities };
    const session = ext.createTaskSessionFromClient(v2, {
      endpointId: "layout-observer",
      ...(mode === "legacy" ? {} : { rawDispatch: raw.dispatch, v2RequestFraming: framing }),
    });
    const result = await settle(session, short);
    assert.equal(result.structuredContent.status, "completed");
    assertMirrored(result);
    assert.equal(mode === "legacy" || raw.methods.includes("tasks/get"), true, raw.methods.join());
    await session.close();
  });
  raw.close();
  await v2.close();
}
end();
