// What the client tests share: where the server is, and a test that prints one line.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

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

// The server behind HTTP at a port of its own; end() gives its exit status.
export async function serve(more = {}) {
  const child = spawn(server, ["serve", "--http", "0"], { env: { ...env, ...more }, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const url = /http:\/\/127\.0\.0\.1:\d+\/mcp$/.exec(line)[0];
  return {
    url,
    async end() {
      child.kill("SIGTERM");
      const [status] = await once(child, "close");
      return status;
    },
  };
}
