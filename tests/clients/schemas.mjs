// Answers held by ajv, which is not ours, against the strict schemas of spec/, where a member that spec/ does not name is
// a fault, and against the output schemas that hosts are sent.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";

const spec = process.env.LOB_SPEC;
const read = (...path) => JSON.parse(readFileSync(join(spec, ...path), "utf8"));

// The dialect of spec/ (DIALECT.md) as plain JSON Schema: x-nullable members may be null, and objects are closed.
function plain(schema, isClosed) {
  if (Array.isArray(schema)) return schema.map((item) => plain(item, isClosed));
  if (typeof schema !== "object" || schema === null) return schema;
  const out = {};
  for (const [key, value] of Object.entries(schema)) {
    const isMap = key === "properties" || key === "$defs";
    if (isMap) out[key] = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item, isClosed)]));
    else if (!key.startsWith("x-") && key !== "format") out[key] = plain(value, isClosed);
  }
  // Members of x-detail are written when a request asks for them.
  if (out.required && schema.properties) out.required = out.required.filter((name) => !schema.properties[name]?.["x-detail"]);
  if (isClosed && out.properties && out.additionalProperties === undefined) out.additionalProperties = false;
  return schema["x-nullable"] ? { anyOf: [out, { type: "null" }] } : out;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
for (const file of readdirSync(join(spec, "types")).filter((name) => name.endsWith(".json"))) {
  ajv.addSchema({ ...plain(read("types", file), file !== "error.json"), $id: `https://spec.invalid/${file}` });
}
const ofError = ajv.compile({ $ref: "https://spec.invalid/error.json#/$defs/ErrorObject" });
const compiled = new Map();

function ofTool(tool) {
  if (!compiled.has(tool)) {
    const response = plain(read("tools", `${tool}.json`).response, true);
    compiled.set(tool, ajv.compile({ ...response, $id: `https://spec.invalid/tool-${tool}` }));
  }
  return compiled.get(tool);
}

// The output schemas of tools/list: a function that throws when an answer, or an error, does not fit its tool's.
export function advertised(tools) {
  const strict = new Ajv2020({ strict: true, allErrors: true });
  const checks = new Map(tools.map((tool) => [tool.name, strict.compile(tool.outputSchema)]));
  return (tool, content) => {
    const check = checks.get(tool);
    if (!check(content)) throw new Error(`${tool}: not as tools/list says: ${strict.errorsText(check.errors, { dataVar: "$" })}`);
  };
}

export const registered = read("tools.json").registered;

// The structured content of an answer, when it fits; throws else.
export function checked(tool, answer) {
  const check = answer.isError ? ofError : ofTool(tool);
  if (!check(answer.structuredContent)) throw new Error(`${tool}: ${ajv.errorsText(check.errors, { dataVar: "$" })}`);
  return answer.structuredContent;
}
