// Roots of an official client: what it lists narrows what open_layout may read, until it lists other folders.
import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { fixtures, layout, test } from "./common.mjs";

// `connect` gives a transport; `listed` is what the client lists.
export async function roots(name, connect) {
  const client = new Client({ name: "roots-test", version: "1" }, { capabilities: { roots: { listChanged: true } } });
  const empty = realpathSync(mkdtempSync(join(tmpdir(), "roots-")));
  let listed = [empty], asked = 0;
  client.setRequestHandler(ListRootsRequestSchema, () => {
    asked++;
    return { roots: listed.map((folder) => ({ uri: pathToFileURL(folder).href })) };
  });
  await client.connect(await connect());
  const open = async () => (await client.callTool({ name: "open_layout", arguments: { path: layout } })).structuredContent;
  await test(`${name}: a file outside the client's roots is refused`, async () => {
    const answer = await open();
    assert.equal(answer.code, "FILE_NOT_FOUND");
    assert.equal(answer.details.reason, "outside_roots");
    assert.deepEqual(answer.details.candidates, [empty]);
  });
  await test(`${name}: roots are asked for once, and again when they changed`, async () => {
    await open();
    assert.equal(asked, 1);
    listed = [fixtures];
    await client.sendRootsListChanged();
    assert.match((await open()).session_id, /^ses_/);
    assert.equal(asked, 2);
  });
  await client.close();
  rmdirSync(empty);
}
