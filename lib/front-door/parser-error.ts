import { once } from "node:events";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { HttpError, tooLarge } from "../api/errors";
import type { ApiRequest } from "../api/request";
import { HEADERS_MAX_BYTES } from "../platform/limits";
import { METHODS, refuse } from "./admit";
import { findLastAnswer } from "./listen";
import { countResponse, UNMATCHED } from "./watch-request";

/** A complete request gets its response first: the client would take another response for that one. */
async function awaitLastAnswer(socket: Socket): Promise<void> {
  const last = findLastAnswer(socket);
  if (last?.req.complete && !last.writableFinished && !last.closed) await once(last, "close").catch(() => undefined);
}

export async function answerParserError(error: Error & { code?: string }, socket: Socket): Promise<void> {
  if (socket.bytesRead > 0 && error.code !== "ECONNRESET") {
    await awaitLastAnswer(socket);
    if (socket.writable) return refuseOnSocket(socket, "UNKNOWN", explain(error));
  }
  socket.destroy();
}

export async function refuseConnect(socket: Socket): Promise<void> {
  const last = findLastAnswer(socket);
  if (last && !last.writableFinished) {
    socket.destroy();
    return;
  }
  const message = `CONNECT is not offered. Use one of ${METHODS}.`;
  const problem = new HttpError(405, "validation_error", message, undefined, { allow: METHODS });
  await refuseOnSocket(socket, "CONNECT", problem);
  socket.destroySoon();
}

async function refuseOnSocket(socket: Socket, method: string, problem: HttpError): Promise<void> {
  const address = socket.remoteAddress ?? "unknown";
  const incoming: ApiRequest = { method, target: "/", header: () => null, headersBytes: 0, address, body: null };
  const answer = await refuse(incoming, problem);
  countResponse(UNMATCHED, method, answer.status);
  const head = Object.entries({
    ...answer.headers,
    "content-length": String(Buffer.byteLength(answer.body ?? "")),
    connection: "close",
  });
  const lines = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}`,
    ...head.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${answer.body ?? ""}`);
}

function explain({ code }: { code?: string }): HttpError {
  if (code === "HPE_HEADER_OVERFLOW") return tooLarge(431, "The header section", HEADERS_MAX_BYTES);
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new HttpError(408, "validation_error", "The request did not arrive in time.");
  return new HttpError(400, "validation_error", "This is not a valid HTTP request.");
}
