// The inspector's command line: its schema lint, and calls by a third client.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { end, env, layout, server, test } from "./common.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "node_modules", "@modelcontextprotocol", "inspector");
const bin = JSON.parse(readFileSync(join(root, "package.json"))).bin;
const program = join(root, typeof bin === "string" ? bin : bin["mcp-inspector"]);

function inspect(...args) {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, "--cli", server, ...args, "--format", "json"], { env, timeout: 60000 }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }));
  });
}

for (const era of ["legacy", "modern"]) {
  await test(`inspector, ${era}: tools/list --strict`, async () => {
    const run = await inspect("--method", "tools/list", "--strict", "--protocol-era", era);
    assert.equal(run.status, 0, run.stdout.slice(-600) + run.stderr.slice(-600));
  });
  await test(`inspector, ${era}: tools/call`, async () => {
    const run = await inspect("--method", "tools/call", "--tool-name", "open_layout", "--tool-args-json",
      JSON.stringify({ path: layout }), "--protocol-era", era);
    assert.equal(run.status, 0, run.stdout.slice(-600) + run.stderr.slice(-600));
    assert.match(run.stdout, /ses_[0-9a-f]{12}/);
  });
}
await test("inspector: an error result has its own exit status", async () => {
  const run = await inspect("--method", "tools/call", "--tool-name", "open_layout", "--tool-args-json", '{"path":"/nonexistent/a.gds"}');
  assert.equal(run.status, 5, run.stdout.slice(-600) + run.stderr.slice(-600));
  assert.match(run.stdout + run.stderr, /FILE_NOT_FOUND/);
});
end();
