// Every stored answer of snapshots/, cases and sweep, against the output schema that tools/list has for its tool.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { end, note, server, test } from "./common.mjs";
import { advertised, registered } from "./schemas.mjs";

const folder = join(process.env.LOB_SPEC, "..", "snapshots");
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const files = (path) => readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
  const below = join(path, entry.name);
  return entry.isDirectory() ? files(below) : entry.name.endsWith(".json") ? [below] : [];
});
const { tools } = JSON.parse(execFileSync(server, ["tools", "--json"], { encoding: "utf8", maxBuffer: 1 << 24 }));
const fits = advertised(tools);
const asks = new Map(read(join(folder, "sweep.json")).steps.map((step) => [step.ask, step.tool]));
const seen = { answers: 0, errors: 0, tools: new Set() };

function hold(tool, content, isError) {
  fits(tool, content);
  seen[isError ? "errors" : "answers"]++;
  if (!isError) seen.tools.add(tool);
}

await test("stored answers: each fits the output schema of its tool", () => {
  for (const path of files(folder)) {
    const { steps = [], answers = [] } = read(path);
    for (const { tool, ask, expect, error } of [...steps, ...answers]) {
      if (expect) hold(tool ?? asks.get(ask), expect, false);
      if (error) hold(tool ?? asks.get(ask), error, true);
    }
  }
  assert.deepEqual([...seen.tools].sort(), [...registered].sort(), "a tool without a stored answer");
});
note(`stored answers: ${seen.answers} answers and ${seen.errors} errors of ${seen.tools.size} tools`);
end();
