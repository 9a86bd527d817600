// A stdio server behind streamable HTTP, for tests on this machine: node bridge.mjs COMMAND [ARGS]. Its first line on
// standard output is the URL; with ?events behind it answers come as streams of events. It ends, with every child, when
// its standard input does.
//
// Messages go through as they came in both directions: what a client sees is what the server wrote. What HTTP adds is the
// bridge's own, and a test of that tests the bridge: sessions (a child for each Mcp-Session-Id; one for all requests of
// the stateless revision), Origin and Host, the headers that repeat the body, statuses, event streams.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

const STATELESS = "2026-07-28";
const LEGACY = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const SIZE_MAX = 16 << 20;
const HEADER_MISMATCH = -32020;
const [command, ...args] = process.argv.slice(2);
const sessions = new Map(); // Mcp-Session-Id -> child
let stateless; // the child without a session

const metaOf = (message) => message.params?._meta ?? {};
const versionOf = (message) => metaOf(message)["io.modelcontextprotocol/protocolVersion"];
const isLocal = (host) => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? "");
const isRequest = (message) => typeof message.method === "string" && message.id !== undefined;

class Child {
  constructor(onEnd) {
    this.waiting = new Map(); // the id, as JSON -> exchange
    this.process = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.process.stdin.on("error", () => {});
    this.process.on("error", () => {});
    let rest = ""; // of a line; readline would also break lines at U+2028
    this.process.stdout.setEncoding("utf8").on("data", (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines) this.take(line);
    });
    this.process.on("close", () => {
      onEnd();
      for (const exchange of this.waiting.values()) exchange.refuse(502, -32603, "The server ended");
    });
  }
  write(text) {
    this.process.stdin.write(text.replaceAll(/[\r\n]+/g, " ") + "\n"); // no line breaks within strings of JSON
  }
  // A request whose id another client is waiting for comes after that one's answer.
  async ask(message, text, exchange) {
    const key = JSON.stringify(message.id);
    while (this.waiting.has(key)) await this.waiting.get(key).done;
    if (exchange.isOver) return;
    this.waiting.set(key, exchange);
    exchange.done.then(() => this.waiting.delete(key));
    exchange.onGone = () =>
      this.write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: message.id } }));
    this.write(text);
  }
  take(line) {
    const message = JSON.parse(line);
    const exchange = message.method === undefined ? this.waiting.get(JSON.stringify(message.id)) : undefined;
    if (exchange) return exchange.answer(line, message);
    const token = message.params?.progressToken;
    for (const other of this.waiting.values()) if (token !== undefined && other.token === token) other.notify(line);
  }
  end() {
    this.process.stdin.end();
  }
}

// A POST under way. The answer is a JSON document, or a stream of events when something came before it or they are liked.
class Exchange {
  constructor(response, message, likesEvents) {
    Object.assign(this, { response, likesEvents, id: message.id, token: metaOf(message).progressToken });
    this.headers = {};
    this.isModern = this.isOver = false;
    this.done = new Promise((resolve) => (this.finish = resolve));
    response.on("close", () => {
      if (!this.isOver) this.onGone?.();
      this.isOver = true;
      this.finish();
    });
  }
  status(message) {
    const code = this.isModern ? message.error?.code : undefined;
    return code === -32601 ? 404 : code === -32602 || code === -32021 || code === -32022 ? 400 : 200;
  }
  notify(line) {
    if (!this.response.headersSent) this.response.writeHead(200, { ...this.headers, "Content-Type": "text/event-stream" });
    this.response.write(`event: message\ndata: ${line}\n\n`);
  }
  answer(line, message) {
    this.isOver = true;
    const status = this.status(message);
    if (this.response.headersSent || (this.likesEvents && status === 200)) this.notify(line);
    else this.response.writeHead(status, { ...this.headers, "Content-Type": "application/json" }).write(line);
    this.response.end();
  }
  refuse(status, code, message) {
    this.status = () => status;
    this.answer(JSON.stringify({ jsonrpc: "2.0", id: this.id ?? null, error: { code, message } }), {});
  }
}

// What is wrong with the headers that repeat the body, undefined when nothing is.
function headerFault(message, headers) {
  const decoded = (value) => {
    const coded = /^=\?base64\?(.*)\?=$/.exec(value ?? "");
    return coded ? Buffer.from(coded[1], "base64").toString() : value;
  };
  const name = message.params?.name ?? message.params?.uri;
  if (versionOf(message) === undefined) return undefined; // the server has a word on that
  if (headers["mcp-protocol-version"] !== versionOf(message)) return "MCP-Protocol-Version";
  if (headers["mcp-method"] !== message.method) return "Mcp-Method";
  if (/^(tools\/call|resources\/read|prompts\/get)$/.test(message.method) && decoded(headers["mcp-name"]) !== name) return "Mcp-Name";
}

function childFor(message, headers, exchange) {
  const id = headers["mcp-session-id"];
  const version = headers["mcp-protocol-version"];
  if (versionOf(message) !== undefined || version === STATELESS) {
    const fault = headerFault(message, headers);
    exchange.isModern = true;
    if (fault) return void exchange.refuse(400, HEADER_MISMATCH, `Header ${fault} is missing or is not what the body says`);
    return (stateless ??= new Child(() => (stateless = undefined)));
  }
  if (message.method === "initialize") {
    const key = randomUUID();
    sessions.set(key, new Child(() => sessions.delete(key)));
    exchange.headers["Mcp-Session-Id"] = key;
    return sessions.get(key);
  }
  if (version !== undefined && !LEGACY.includes(version)) return void exchange.refuse(400, -32600, "Unknown MCP-Protocol-Version");
  if (!sessions.has(id)) exchange.refuse(id === undefined ? 400 : 404, -32600, "No such session: send initialize first");
  return sessions.get(id);
}

function post(text, request, response) {
  let message;
  try {
    message = JSON.parse(text);
  } catch {}
  const exchange = new Exchange(response, message ?? {}, request.url.endsWith("?events"));
  if (typeof message !== "object" || message === null || Array.isArray(message)) {
    return exchange.refuse(400, message === undefined ? -32700 : -32600, "One message of JSON-RPC is expected");
  }
  const child = childFor(message, request.headers, exchange);
  if (child && isRequest(message)) return child.ask(message, text, exchange);
  if (child) {
    child.write(text);
    exchange.isOver = true;
    response.writeHead(202).end();
  }
}

const http = createServer((request, response) => {
  const plain = (status, headers) => response.writeHead(status, headers).end();
  const { origin, host } = request.headers;
  const id = request.headers["mcp-session-id"];
  if (!isLocal(host) || (origin !== undefined && !isLocal(origin.replace(/^https?:\/\//, "")))) return plain(403);
  if (new URL(request.url, "http://local").pathname !== "/mcp") return plain(404);
  if (request.method === "DELETE" && id !== undefined) {
    sessions.get(id)?.end();
    return plain(sessions.delete(id) ? 204 : 404);
  }
  if (request.method !== "POST") return plain(405, { Allow: "POST, DELETE" });
  const parts = [];
  let size = 0;
  request.on("data", (part) => {
    size += part.length;
    if (size <= SIZE_MAX) parts.push(part);
  });
  request.on("end", () => (size > SIZE_MAX ? plain(413) : post(Buffer.concat(parts).toString(), request, response)));
});
http.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
process.stdin.resume().on("end", () => {
  for (const child of [...sessions.values(), stateless]) child?.end();
  http.close();
  http.closeAllConnections();
});
