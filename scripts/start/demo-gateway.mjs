import { createServer } from "node:http";
import { withDatabase } from "../database/migrate.mjs";

/** The path marks the demo's own address: one that a person entered is left alone. */
const PATH = "/demo";
const MODELS = ["main"];
const BODY_MAX_BYTES = 1024 * 1024;

const LABEL = {
  en: "Canned answer of the demo gateway: no model read this.",
  ja: "デモ用ゲートウェイの定型の回答です。モデルは読んでいません。",
};
const ADVICE = {
  en: "Enter the URL of your own gateway in the connector to get a real answer.",
  ja: "実際の回答を得るには、コネクタに自分のゲートウェイの URL を入力してください。",
};
const TASKS = {
  en: ["Read the record again", "Connect a gateway with a model"],
  ja: ["記録をもう一度読む", "モデルのあるゲートウェイにつなぐ"],
};

/**
 * The agent gateway of the demo: it speaks the OpenAI wire on loopback, and its answers say that they are canned. The
 * demo's connector leads to it until a person enters another address.
 * @param {{ connectorId: string, databaseUrl: string }} demo
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function openDemoGateway({ connectorId, databaseUrl }) {
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve(undefined));
  });
  const address = server.address();
  const url = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}${PATH}`;
  await withDatabase(databaseUrl, (client) =>
    client.query(
      `UPDATE connectors SET gateway_base_url = $2 WHERE id = $1 AND gateway_base_url ~ '^http://127[.]0[.]0[.]1:\\d+${PATH}$'`,
      [connectorId, url],
    ),
  );
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
}

/** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
async function answer(request, response) {
  const asked = `${request.method} ${request.url}`;
  if (!request.headers.authorization?.startsWith("Bearer ")) return send(response, 401, refuse("Send a bearer token."));
  if (asked === `GET ${PATH}/v1/models`) {
    return send(response, 200, { object: "list", data: MODELS.map((id) => ({ id, object: "model" })) });
  }
  if (asked !== `POST ${PATH}/v1/chat/completions`) return send(response, 404, refuse("There is no such path."));
  const prompt = readPrompt(await readBody(request));
  if (prompt === null) return send(response, 400, refuse("The body is not a chat completion request."));
  const message = { role: "assistant", content: writeAnswer(prompt) };
  return send(response, 200, {
    id: "canned",
    object: "chat.completion",
    model: MODELS[0],
    choices: [{ index: 0, message, finish_reason: "stop" }],
  });
}

/** @param {string} prompt */
function writeAnswer(prompt) {
  const language = /[\u3040-\u30ff]/.test(prompt) ? "ja" : "en";
  if (!prompt.includes('{"tasks"')) return `${LABEL[language]} ${ADVICE[language]}`;
  const dueDate = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return JSON.stringify({
    tasks: TASKS[language].map((title) => ({ title, description: LABEL[language], dueDate })),
  });
}

/** @param {string} body @returns {string | null} the last message */
function readPrompt(body) {
  try {
    const content = JSON.parse(body).messages.at(-1).content;
    return typeof content === "string" ? content : null;
  } catch {
    return null;
  }
}

/** @param {import("node:http").IncomingMessage} request */
async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) throw new Error("The body is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** @param {string} message */
const refuse = (message) => ({ error: { message } });

/** @param {import("node:http").ServerResponse} response @param {number} status @param {object} value */
function send(response, status, value) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
