// What speaks to URLs alone, over the bridge: the official conformance tool at both lifecycles, and our own suite's --url.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { end, env, fixtures, note, server, skip, test } from "./common.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const program = join(here, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
const suite = process.env.LOB_CONFORMANCE;
const revisions = ["2025-11-25", "2026-07-28"];

// The scenarios whose own checks apply, and what they look at when that is not the server alone. They must all pass.
const ofBridge = "of the bridge";
const scenarios = {
  "2025-11-25": {
    "server-initialize": "", ping: "", "tools-list": "",
    "server-sse-multiple-streams": "of the bridge, and of requests beside each other",
    "server-session-lifecycle": ofBridge, "dns-rebinding-protection": ofBridge,
  },
  "2026-07-28": {
    "server-stateless": "", "tools-list": "", caching: "",
    "server-sse-multiple-streams": "of the bridge, and of requests beside each other",
    "http-header-validation": ofBridge, "dns-rebinding-protection": ofBridge,
  },
};

function run(file, args) {
  return new Promise((resolve) => {
    execFile(file, args, { env, timeout: 120000, maxBuffer: 64 << 20 }, (error, stdout, stderr) =>
      resolve({ status: error ? (error.code ?? error.signal) : 0, stdout, stderr }));
  });
}

// One bridge serves all: a session of its own for each legacy client, one process without sessions for the others,
// whose handles stay open when a case does not close them.
async function startBridge() {
  const bridge = spawn(process.execPath, [join(here, "bridge.mjs"), server],
    { env: { ...env, KLAYOUT_MCP_MAX_SESSIONS: "4096" }, stdio: ["pipe", "pipe", "inherit"] });
  const [url] = await once(createInterface({ input: bridge.stdout }), "line");
  return { url, bridge };
}

const { url, bridge } = await startBridge();

const post = (body, headers = {}, to = url) =>
  fetch(to, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers } });
const initialize = { jsonrpc: "2.0", id: 0, method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "client-test", version: "1" } } };

await test("bridge: a session from initialize to DELETE", async () => {
  const answer = await post(initialize);
  const session = { "Mcp-Session-Id": answer.headers.get("mcp-session-id") };
  assert.equal((await answer.json()).result.protocolVersion, "2025-11-25");
  assert.equal((await post({ jsonrpc: "2.0", method: "notifications/initialized" }, session)).status, 202);
  const streamed = await post({ jsonrpc: "2.0", id: "a", method: "ping" }, session, `${url}?events`);
  assert.match(await streamed.text(), /^event: message\ndata: \{.*"id":"a".*\}\n\n$/);
  const end = () => fetch(url, { method: "DELETE", headers: session });
  assert.deepEqual([(await end()).status, (await end()).status], [204, 404]);
  assert.equal((await post({ jsonrpc: "2.0", id: 1, method: "ping" }, session)).status, 404);
});
await test("bridge: what is refused", async () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  assert.equal((await post(initialize, { Origin: "http://example.com" })).status, 403);
  assert.equal((await fetch(url)).status, 405);
  assert.equal((await post(ping)).status, 400, "no session");
  assert.equal((await post("{")).status, 400, "no JSON");
  assert.equal((await post([ping])).status, 400, "a batch");
  assert.equal((await post(ping, {}, url.replace("/mcp", "/other"))).status, 404);
});

// The checks that are known to fail. Each line has a reason.
function readList(file) {
  const lines = readFileSync(file, "utf8").split("\n").filter((line) => line.startsWith("  - "));
  return lines.map((line) => {
    const entry = /^ {2}- ([^ #:]+:[^ #:]+) # (their|no) /.exec(line);
    assert.ok(entry, `${line}: say why`);
    return entry[1];
  });
}

function readChecks(folder) {
  const found = new Map();
  for (const name of readdirSync(folder)) {
    const scenario = /^server-(.*)-\d{4}-\d\d-\d\dT/.exec(name)?.[1];
    const checks = join(folder, name, "checks.json");
    if (scenario) found.set(scenario, existsSync(checks) ? JSON.parse(readFileSync(checks, "utf8")) : []);
  }
  return found;
}

// A line for each scenario that applies; one for the messages of all, which the tool holds against the protocol's schema.
async function report(name, revision, found, list) {
  const isOfMessages = (check) => check.id === "wire-schema-valid";
  for (const [scenario, remark] of Object.entries(scenarios[revision])) {
    const own = (found.get(scenario) ?? []).filter((check) => !isOfMessages(check));
    const passed = own.filter((check) => check.status === "SUCCESS");
    const failed = own.filter((check) => check.status === "FAILURE" && !list.includes(`${scenario}:${check.id}`));
    await test(`${name}: ${scenario}, ${passed.length} checks${remark && ` (${remark})`}`, () => {
      assert.ok(passed.length > 0, "none passed");
      assert.deepEqual(failed.map((check) => `${check.id}: ${check.errorMessage}`), []);
    });
  }
  const messages = [...found.values()].flat().filter(isOfMessages);
  await test(`${name}: the messages of ${messages.length} scenarios fit the schema of the protocol`, () => {
    assert.ok(messages.length > 25, "too few");
    assert.deepEqual(messages.filter((check) => check.status !== "SUCCESS").map((check) => check.errorMessage), []);
  });
  note(`${list.length} checks of ${revision} ask for what this server does not have: expected-${revision}.yml`);
}

// Runs the tool; what comes back tells of it, so that two may run beside each other.
async function official(revision) {
  const name = `MCP conformance, ${revision}`;
  if (Number(process.versions.node.split(".")[0]) < 22) return () => skip(name, "needs node 22");
  const file = join(here, `expected-${revision}.yml`);
  const folder = mkdtempSync(join(tmpdir(), "mcp-conformance-"));
  const ran = await run(process.execPath, [program, "server", "--url", url, "--requirements", revision,
    "--expected-failures", file, "-o", folder]);
  const found = readChecks(folder);
  rmSync(folder, { recursive: true });
  return async () => {
    await test(`${name}: nothing fails but what is listed, and all of that`, () => {
      const why = /((Stale|Unexpected|Invalid)[^]*)$/.exec(ran.stdout)?.[1] ?? ran.stdout.slice(-600) + ran.stderr.slice(-600);
      assert.equal(ran.status, 0, why.replaceAll(/\x1b\[\d*m/g, "").replaceAll(/\n+/g, " "));
    });
    let list = [];
    await test(`${name}: each failure that is listed has a reason`, () => (list = readList(file)));
    await report(name, revision, found, list);
  };
}

// The cases of our own suite that need no server of their own to start, stop or set up; all levels decide.
async function ours(revision, to, how) {
  const name = `conformance --url, ${revision}, ${how}`;
  if (!existsSync(suite ?? "")) return skip(name, "build/MODE/conformance is not built");
  const ran = await run(suite, ["--url", to, "--profile", "core", "--level", "reference", "--protocol", revision,
    "--fixtures", fixtures, "--cases", join(process.env.LOB_SPEC, "conformance")]);
  if (/built without libcurl/.test(ran.stdout + ran.stderr)) return skip(name, "built without libcurl");
  const [, passed = "no", failed, skipped = "some"] = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(ran.stdout) ?? [];
  await test(`${name}: ${passed} cases, ${skipped} need standard input and output`, () => {
    const told = ran.stdout.split("\n").filter((line) => /^(FAIL|FAULTY|STALE)/.test(line)).slice(0, 5).join("; ");
    assert.deepEqual([ran.status, failed], [0, "0"], told + ran.stderr.slice(-300));
    assert.ok(Number(passed) > 4 * Number(skipped), "hardly a case ran");
  });
}

for (const tell of await Promise.all(revisions.map(official))) await tell();
await ours("2025-11-25", url, "JSON");
await ours("2026-07-28", `${url}?events`, "events");
await test("bridge: it ends with its input, and so do all its servers", async () => {
  bridge.stdin.end();
  const [status] = await once(bridge, "close");
  assert.equal(status, 0);
});
end();
