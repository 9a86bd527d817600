// What the client tests share: where the server is, and a test that prints one line.
import assert from "node:assert/strict";

export const server = process.env.LOB_SERVER;
export const fixtures = process.env.LOB_FIXTURES;
export const layout = `${fixtures}/ring.gds`;
export const toolNames = ["open_layout", "close_session", "list_cells", "describe_cell", "list_layers"];
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

export function end() {
  process.exitCode = failed > 0 ? 1 : 0;
}

// The text block is the structured content, byte for byte of its JSON.
export function assertMirrored(result) {
  assert.equal(result.content[0].type, "text");
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
}

// A session from open to close, through any client with callTool().
export async function walkThrough(call) {
  const opened = await call("open_layout", { path: layout });
  assert.ok(!opened.isError, JSON.stringify(opened));
  assertMirrored(opened);
  const session_id = opened.structuredContent.session_id;
  assert.match(session_id, /^ses_[0-9a-f]{12}$/);
  for (const name of ["list_cells", "describe_cell", "list_layers"]) {
    const answer = await call(name, { session_id });
    assert.ok(!answer.isError, `${name}: ${JSON.stringify(answer)}`);
    assert.equal(answer.structuredContent.session_id, session_id);
    assertMirrored(answer);
  }
  const closed = await call("close_session", { session_id });
  assert.equal(closed.structuredContent.closed, true);
  const gone = await call("list_layers", { session_id });
  assert.equal(gone.isError, true);
  assert.equal(gone.structuredContent.code, "SESSION_NOT_FOUND");
  assert.ok(gone.structuredContent.details.hint.length > 0);
}
