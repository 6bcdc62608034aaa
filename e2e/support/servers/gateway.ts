import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { serveBodies } from "./loopback";

export interface GatewayCall {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  /** null: none was sent. */
  body: { model: string; user: string; messages: { role: string; content: string }[]; [name: string]: unknown } | null;
  atMs: number;
}

/**
 * An agent gateway on loopback that speaks the OpenAI wire. The first part of the path selects its behaviour, so each
 * connector picks one by its base URL: `${gateway.url}/honest`, `/inject`, `/tools`, `/hang` and so on (see BEHAVIOURS).
 */
export interface Gateway {
  readonly url: string;
  readonly token: string;
  readonly calls: GatewayCall[];
  /** Chat completions in progress, and the highest number at once. */
  readonly open: { now: number; most: number };
  /** Callers that went away before their answer. */
  readonly left: { count: number; lastAtMs: number };
  /** The text of honest answers. */
  say: { text: string; tasks: unknown[] };
  /** Answers that many waiting calls of `/hold`, the oldest first. */
  release(count: number): void;
  close(): Promise<void>;
}

export const GATEWAY_TOKEN = "gateway-token-0123456789";

type Behave = (response: ServerResponse, request: IncomingMessage, gateway: Gateway, isChat: boolean) => void;

const json = (response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));

function complete(response: ServerResponse, message: unknown, finishReason = "stop"): void {
  json(response, 200, {
    id: "c",
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: finishReason }],
  });
}

const speak = (content: unknown, more: object = {}) => ({ role: "assistant", content, ...more });
const TOOL_CALL = {
  id: "t",
  type: "function",
  function: { name: "create_task", arguments: '{"roomId":"room_x","title":"x"}' },
};

const honest: Behave = (response, _request, gateway, isChat) => {
  if (!isChat) return void json(response, 200, { object: "list", data: [{ id: "main" }, { id: "other" }] });
  const asked = gateway.calls.at(-1)?.body?.messages.at(-1)?.content ?? "";
  const wantsJson = asked.includes('{"tasks"');
  complete(response, speak(wantsJson ? JSON.stringify({ tasks: gateway.say.tasks }) : gateway.say.text));
};

/** Applies the selected behaviour to chat; lists its models honestly. */
const inChat =
  (behave: Behave): Behave =>
  (...all) =>
    (all[3] ? behave : honest)(...all);

const held: (() => void)[] = [];

const BEHAVIOURS: Readonly<Record<string, Behave>> = {
  honest,
  fenced: inChat((response, _r, { say }) =>
    complete(response, speak(`Here you are:\n\`\`\`json\n${JSON.stringify({ tasks: say.tasks })}\n\`\`\`\nDone.`)),
  ),
  parts: inChat((response, _r, { say }) =>
    complete(response, speak([{ type: "text", text: say.text }, { type: "image_url" }])),
  ),
  tools: inChat((response) => complete(response, speak(null, { tool_calls: [TOOL_CALL] }), "tool_calls")),
  "tools-and-text": inChat((response, _r, { say }) => complete(response, speak(say.text, { tool_calls: [TOOL_CALL] }))),
  "function-call": inChat((response, _r, { say }) =>
    complete(response, speak(say.text, { function_call: TOOL_CALL.function })),
  ),
  oversized: (response) => complete(response, speak("x".repeat(2 * 1024 * 1024))),
  endless: (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(64 * 1024)));
    };
    response.on("drain", more);
    more();
  },
  gzip: (response) =>
    void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(32 * 1024 * 1024))),
  drip: (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(" "), 50);
    response.on("close", () => clearInterval(timer));
  },
  half: (response) => void response.writeHead(200).write('{"choices": ['),
  "broken-off": (response) => {
    response.writeHead(200, { "content-length": "1000" }).write('{"choices": [');
    setTimeout(() => response.destroy(), 20);
  },
  hang: () => undefined,
  reset: (_response, request) => void request.socket.resetAndDestroy(),
  "not-json": (response) => void response.writeHead(200).end("<html>Welcome</html>"),
  "wrong-json": (response) => void json(response, 200, { choices: "yes", data: 7 }),
  "no-choices": inChat((response) => void json(response, 200, { choices: [] })),
  "bad-utf8": (response) => void response.writeHead(200).end(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
  deep: (response) => void response.writeHead(200).end("[".repeat(500_000)),
  empty: inChat((response) => complete(response, speak(" \n"))),
  nul: inChat((response) => complete(response, speak("a\u0000b\ud800c"))),
  "cut-off": inChat((response) => complete(response, speak("So far"), "length")),
  redirect: (response) => void response.writeHead(307, { location: "/honest/v1/chat/completions" }).end(),
  400: (response) => void json(response, 400, { error: { message: "no" } }),
  401: (response) => void json(response, 401, { error: { message: "no" } }),
  404: (response) => void json(response, 404, { error: { message: "no" } }),
  429: (response) => void json(response, 429, { error: { message: "no" } }, { "retry-after": "30" }),
  500: (response) => void json(response, 500, { error: { message: "no" } }),
  hold: inChat(
    (response, request, gateway, isChat) => void held.push(() => honest(response, request, gateway, isChat)),
  ),
};

export const FAILING_BEHAVIOURS = Object.keys(BEHAVIOURS).filter(
  (name) => !["honest", "fenced", "parts", "hold", "nul", "hang", "drip", "half"].includes(name),
);

export async function startGateway({ token = GATEWAY_TOKEN }: { token?: string | null } = {}): Promise<Gateway> {
  const { url, close } = await serveBodies((body, request, response) => {
    const isKnown = token === null || request.headers.authorization === `Bearer ${token}`;
    answer(gateway, request, response, { isKnown, body: body.toString() });
  });
  const gateway: Gateway = {
    url,
    token: token ?? "",
    calls: [],
    open: { now: 0, most: 0 },
    left: { count: 0, lastAtMs: 0 },
    say: {
      text: "A short summary.",
      tasks: [{ title: "Call the printer" }, { title: "Book a room", dueDate: "2026-12-01" }],
    },
    release(count) {
      for (const go of held.splice(0, count)) go();
    },
    close() {
      held.length = 0;
      return close();
    },
  };
  return gateway;
}

function answer(
  gateway: Gateway,
  request: IncomingMessage,
  response: ServerResponse,
  { isKnown, body }: { isKnown: boolean; body: string },
): void {
  const [, name = "", path = ""] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? "") ?? [];
  const { method = "", headers } = request;
  gateway.calls.push({ method, path, headers, body: body === "" ? null : JSON.parse(body), atMs: Date.now() });
  const isChat = method === "POST" && path === "/v1/chat/completions";
  if (!isChat && !(method === "GET" && path === "/v1/models")) return void response.writeHead(404).end();
  if (!isKnown) return void json(response, 401, { error: { message: "no" } });
  if (isChat) count(gateway, response);
  (BEHAVIOURS[name] ?? BEHAVIOURS["404"])?.(response, request, gateway, isChat);
}

function count({ open, left }: Gateway, response: ServerResponse): void {
  open.now += 1;
  open.most = Math.max(open.most, open.now);
  response.on("close", () => {
    open.now -= 1;
    if (response.writableFinished) return;
    left.count += 1;
    left.lastAtMs = Date.now();
  });
}
