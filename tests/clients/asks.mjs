// Prompts, completions, resources and links as an official client asks for them. `owns`: the transport knows the client
// again, so its lists have what its sessions keep.
import assert from "node:assert/strict";
import { layout } from "./common.mjs";

export async function asks(client, owns) {
  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map((prompt) => prompt.name), [
    "review_layout", "check_coupler", "trace_waveguide", "explain_violations", "compare_revisions",
  ]);
  const opened = await client.callTool({ name: "open_layout", arguments: { path: layout } });
  const session_id = opened.structuredContent.session_id;
  const prompt = await client.getPrompt({ name: "review_layout", arguments: { layout: session_id } });
  assert.match(prompt.messages[0].content.text, new RegExp(`^The layout is open as session ${session_id}\\.`));
  await assert.rejects(client.getPrompt({ name: "review_layout", arguments: {} }), (error) => error.code === -32602);
  const ref = { type: "ref/prompt", name: "review_layout" };
  const context = { arguments: { layout: session_id } };
  const cells = await client.complete({ ref, argument: { name: "cell", value: "" }, context });
  assert.ok(cells.completion.values.length > 0);
  const sessions = await client.complete({ ref, argument: { name: "layout", value: "ses_" } });
  assert.equal(sessions.completion.values.includes(session_id), owns);
  const picture = await client.callTool({ name: "render_view", arguments: { session_id, inline_image: false } });
  const link = picture.content.find((block) => block.type === "resource_link");
  assert.equal(link.mimeType, "image/png");
  const { contents } = await client.readResource({ uri: link.uri });
  assert.match(contents[0].blob, /^iVBORw0KGgo/);
  const { resources } = await client.listResources();
  assert.equal(resources.some((resource) => resource.uri === link.uri), owns);
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.equal(resourceTemplates.length, 1);
  await client.callTool({ name: "close_session", arguments: { session_id } });
  await assert.rejects(client.readResource({ uri: link.uri }), (error) => error.code === -32002 || error.code === -32602);
}
