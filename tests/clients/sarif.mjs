// Files of `layout-observer drc --format sarif` against the schema of SARIF 2.1.0, which @microsoft/jest-sarif carries, by
// ajv; the same bytes wherever the checkout lies. What GitHub wants besides is in tests/unit/markers/test_export.c.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv";

const schema = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"), "utf8"),
);
delete schema.$schema; // draft 4, of which it uses nothing that later drafts read otherwise
delete schema.id;
const ajv = new (Ajv.default ?? Ajv)({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false });
const check = ajv.compile(schema);
const rules = [
  { id: "GAP", type: "space", layer: "1/0", min_um: 0.25 },
  { id: "A", type: "area", layer: "1/0", min_um2: 100, severity: "warning", description: "large" },
  { id: "D", type: "density", layer: "1/0", min: 0.5, window_um: 10 },
  { id: "G", type: "grid", layer: "1/0", grid_um: 0.003 },
  { id: "OK", type: "width", layer: "1/0", min_um: 0.001 },
];

function checkout() {
  const folder = mkdtempSync(join(tmpdir(), "lob-sarif-"));
  mkdirSync(join(folder, "masks"));
  copyFileSync(join(process.env.LOB_FIXTURES, "coupler.gds"), join(folder, "masks/chip.gds"));
  writeFileSync(join(folder, "rules.json"), JSON.stringify({ rule_deck: "1.0", name: "ci", rules }));
  const words = ["drc", "masks/chip.gds", "--deck", "rules.json", "--format", "sarif"];
  try {
    execFileSync(process.env.LOB_SERVER, words, { cwd: folder, maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "inherit"] });
  } catch (error) {
    if (error.status === 1) return error.stdout.toString(); // violations
    throw error;
  }
  throw new Error("no violations");
}

let failed = 0;
function test(name, body) {
  try {
    body();
    console.log(`  ok sarif: ${name}`);
  } catch (error) {
    failed++;
    console.log(`  FAIL sarif: ${name}: ${error.message}`);
  }
}

const [one, two] = [checkout(), checkout()];
const log = JSON.parse(one);
test("valid by the schema of SARIF 2.1.0", () => {
  if (!check(log)) throw new Error(ajv.errorsText(check.errors));
});
test("the schema refuses what is wrong", () => {
  const bad = JSON.parse(one);
  bad.runs[0].results[0].level = "grave";
  if (check(bad)) throw new Error("a level that SARIF does not know passes");
});
test("the same bytes from two checkouts", () => {
  if (one !== two) throw new Error("they differ");
});
test("uris are relative, fingerprints are distinct", () => {
  const results = log.runs[0].results;
  const hashes = new Set(results.map((result) => result.partialFingerprints.primaryLocationLineHash));
  if (hashes.size !== results.length) throw new Error(`${hashes.size} of ${results.length}`);
  for (const result of results) {
    const { uri } = result.locations[0].physicalLocation.artifactLocation;
    if (uri !== "masks/chip.gds") throw new Error(uri);
  }
});
process.exit(failed ? 1 : 0);
