// What speaks to URLs alone, against `serve --http`: the official conformance tool at both lifecycles, and our own suite's
// --url. Each run has a server of its own: what earlier requests left in a process must not help later ones.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { end, env, fixtures, note, serve, skip, test } from "./common.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const program = join(here, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
const suite = process.env.LOB_CONFORMANCE;
const revisions = ["2025-11-25", "2026-07-28"];

// The scenarios whose own checks apply. They must all pass.
const scenarios = {
  "2025-11-25": ["server-initialize", "ping", "tools-list", "server-sse-multiple-streams", "server-session-lifecycle",
    "dns-rebinding-protection"],
  "2026-07-28": ["server-stateless", "tools-list", "caching", "server-sse-multiple-streams", "http-header-validation",
    "dns-rebinding-protection"],
};

function run(file, args) {
  return new Promise((resolve) => {
    execFile(file, args, { env, timeout: 120000, maxBuffer: 64 << 20 }, (error, stdout, stderr) =>
      resolve({ status: error ? (error.code ?? error.signal) : 0, stdout, stderr }));
  });
}

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
  for (const scenario of scenarios[revision]) {
    const own = (found.get(scenario) ?? []).filter((check) => !isOfMessages(check));
    const passed = own.filter((check) => check.status === "SUCCESS");
    const failed = own.filter((check) => check.status === "FAILURE" && !list.includes(`${scenario}:${check.id}`));
    await test(`${name}: ${scenario}, ${passed.length} checks`, () => {
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
  const served = await serve();
  const ran = await run(process.execPath, [program, "server", "--url", served.url, "--requirements", revision,
    "--expected-failures", file, "-o", folder]);
  await served.end();
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
// All that can be asked from afar: not what needs a process of its own, or looks into its folders. `fallow`: a case that
// puts something into them.
// A deck knows nothing of the protocol, nor of what carries it, and each start of KLayout takes more than a second: over HTTP
// those run that tell what becomes of a file or a cancelled call, under one revision.
async function ours(revision, profile, ...fewer) {
  const name = `conformance --url, ${revision}, profile ${profile}`;
  if (!existsSync(suite ?? "")) return skip(name, "build/MODE/conformance is not built");
  const served = await serve({ KLAYOUT_MCP_MAX_SESSIONS: "4096" }); // cases that do not close what they opened
  const fallow = "render/refused_by_system";
  const ran = await run(suite, ["--url", served.url, "--profile", profile, "--skip", fallow, ...fewer.flatMap((glob) => ["--skip", glob]), "--level", "reference",
    "--protocol", revision, "--fixtures", fixtures, "--cases", join(process.env.LOB_SPEC, "conformance")]);
  await served.end();
  if (/built without libcurl/.test(ran.stdout + ran.stderr)) return skip(name, "built without libcurl");
  const [, passed = "no", failed, skipped = "some"] = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(ran.stdout) ?? [];
  await test(`${name}: ${passed} cases, ${skipped} need standard input and output`, () => {
    const told = ran.stdout.split("\n").filter((line) => /^(FAIL|BROKEN|FAULTY|STALE)/.test(line)).slice(0, 5).join("; ");
    assert.deepEqual([ran.status, failed], [0, "0"], told + ran.stderr.slice(-300));
    assert.ok(Number(passed) > 4 * Number(skipped), "hardly a case ran");
  });
}

for (const tell of await Promise.all(revisions.map(official))) await tell();
await ours("2025-03-26", "core");
await ours("2025-11-25", "all", "drc/[!c]*", "markers/*", "security/params*");
await ours("2026-07-28", "core,render,pic,litho");
end();
