import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sendNode } from "../api/node-http";
import type { TransferResponse } from "../files/transfer/endpoints";
import { FILE_TRANSFER_IDLE_MS, FILE_TRANSFER_MAX_MS } from "../platform/limits";

export async function sendTransfer(response: ServerResponse, { body, ...head }: TransferResponse): Promise<void> {
  if (!(body instanceof Readable)) {
    sendNode(response, { ...head, body }, response.req.method === "HEAD");
    return;
  }
  response.writeHead(head.status, head.headers);
  response.setTimeout(FILE_TRANSFER_IDLE_MS, () => void response.destroy());
  await pipeline(body, response, { signal: AbortSignal.timeout(FILE_TRANSFER_MAX_MS) }).catch(() => undefined);
}
