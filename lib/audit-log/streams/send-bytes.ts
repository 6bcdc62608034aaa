import { signHeaders } from "../../egress/object-store/sigv4";
import { now } from "../../platform/clock";
import { decrypt, sha256 } from "../../platform/crypto";
import { log } from "../../platform/log";
import { streamSecretPlace } from "../../platform/sealed-places";
import { writeSignatureHeader } from "../../webhooks/signing/signature";
import { streamClient } from "./client";
import type { Destination } from "./stream";
import { AUDIT_STREAM_TIMEOUT_MS } from "./stream-limits";

export interface SealedDestination extends Destination {
  secret: string;
}

export interface Batch {
  id: string;
  objectName: string;
  rows: number;
  body: Buffer;
  isTest?: boolean;
}

/** Null when the destination accepted the batch; otherwise the failure, such as `status_403 AccessDenied`. */
export type SendResult = string | null;

const RESPONSE_MAX_BYTES = 16 * 1024;

export async function sendBytes(destination: SealedDestination, batch: Batch): Promise<SendResult> {
  const secret = openSecret(destination);
  if (secret === null) return "secret_unreadable";
  const request = destination.kind === "s3" ? putObject(destination, batch, secret) : post(destination, batch, secret);
  const reply = await streamClient(request.url).call({
    ...request,
    body: batch.body,
    timeoutMs: AUDIT_STREAM_TIMEOUT_MS,
    maxBytes: RESPONSE_MAX_BYTES,
  });
  if (reply.failure !== null) {
    // A received status counts even when the body is too long or broken.
    return reply.problem === null ? reply.failure : `${reply.failure} ${reply.problem}`;
  }
  if (reply.statusCode >= 200 && reply.statusCode < 300) return null;
  const [, code = ""] = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(reply.body.toString("latin1")) ?? [];
  return `status_${reply.statusCode} ${destination.kind === "s3" ? code : ""}`.trim();
}

function openSecret({ id, secret }: SealedDestination): string | null {
  try {
    return decrypt(secret, streamSecretPlace(id));
  } catch (error) {
    log().error({ error, streamId: id }, "the secret of an audit stream cannot be opened");
    return null;
  }
}

function post({ id, url }: SealedDestination, { id: batchId, rows, body, isTest = false }: Batch, secret: string) {
  const timestamp = Math.floor(now().getTime() / 1000);
  const headers = {
    "Content-Type": "application/x-ndjson",
    "User-Agent": "Svc-Audit-Stream/1.0",
    "Svc-Audit-Stream": id,
    "Svc-Audit-Rows": String(rows),
    ...(isTest ? { "Svc-Audit-Test": "true" } : {}),
    "Svc-Webhook-Id": batchId,
    "Svc-Webhook-Timestamp": String(timestamp),
    "Svc-Webhook-Signature": writeSignatureHeader([secret], timestamp, body),
  };
  return { method: "POST" as const, url, headers };
}

function putObject(destination: SealedDestination, { objectName, body }: Batch, secretAccessKey: string) {
  const { bucket, region, accessKeyId, url: endpoint } = destination;
  const url = new URL(`/${bucket}/${objectName}`, endpoint);
  const key = { accessKeyId: accessKeyId ?? "", secretAccessKey, region: region ?? "" };
  const headers = { "content-type": "application/x-ndjson", "content-length": String(body.length) };
  const signed = signHeaders({ method: "PUT", url, headers }, sha256(body).toString("hex"), key, now());
  return { method: "PUT" as const, url: url.href, headers: signed };
}
