// What the client tests share: where the server is, and a test that prints one line.
import assert from "node:assert/strict";

export const server = process.env.LOB_SERVER;
export const fixtures = process.env.LOB_FIXTURES;
export const layout = `${fixtures}/ring.gds`;
export const env = { ...process.env };

let failed = 0;

export async function test(name, run) {
  try {
    await run();
    console.log(`  ok   ${name}`);
  } catch (error) {
    failed++;
    console.log(`  FAIL ${name}: ${String(error.message ?? error).split("\n").slice(0, 6).join(" | ")}`);
  }
}

export function skip(name, why) {
  console.log(`  SKIPPED ${name}: ${why}`);
}

export function note(text) {
  console.log(`  note ${text}`);
}

export function end() {
  process.exitCode = failed > 0 ? 1 : 0;
}

// The text block is the structured content, byte for byte of its JSON.
export function assertMirrored(result) {
  assert.equal(result.content[0].type, "text");
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
}
