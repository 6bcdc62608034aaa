import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { createApp } from "@humanwhocodes/upstash-redis-server";

/** Upstash's REST protocol in front of a Redis, on loopback alone. Started by redis.ts. */
const { PORT, URS_TOKEN = "", REDIS_URL = "" } = process.env;
const app = createApp({ token: URS_TOKEN, redisUrl: REDIS_URL });

createServer((incoming, outgoing) => void serve(incoming, outgoing)).listen(Number(PORT), "127.0.0.1");

/**
 * @param {import("node:http").IncomingMessage} incoming
 * @param {import("node:http").ServerResponse} outgoing
 */
async function serve(incoming, outgoing) {
  const headers = new Headers({ authorization: incoming.headers.authorization ?? "" });
  const encoding = incoming.headers["upstash-encoding"];
  if (typeof encoding === "string") headers.set("upstash-encoding", encoding);
  const url = `http://127.0.0.1:${PORT}${incoming.url}`;
  const response = await answer(new Request(url, { method: "POST", headers, body: await text(incoming) }));
  outgoing.writeHead(response.status, { "content-type": "application/json" }).end(await response.text());
}

/**
 * Upstash answers in base64 on request, and the official client always requests it; the emulator does not support it.
 * @param {Request} request
 */
async function answer(request) {
  const response = await app.fetch(request);
  if (request.headers.get("upstash-encoding") !== "base64" || !response.ok) return response;
  return Response.json(encode(await response.json()), { status: response.status });
}

/**
 * @param {any} answer one result, or those of a pipeline
 * @returns {unknown}
 */
function encode(answer) {
  if (Array.isArray(answer)) return answer.map(encode);
  return "result" in answer ? { ...answer, result: encodeStrings(answer.result) } : answer;
}

/**
 * @param {unknown} value
 * @returns {unknown}
 */
function encodeStrings(value) {
  if (Array.isArray(value)) return value.map(encodeStrings);
  return typeof value === "string" && value !== "OK" ? Buffer.from(value).toString("base64") : value;
}
