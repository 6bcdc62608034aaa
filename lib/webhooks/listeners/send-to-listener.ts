import { randomUUID } from "node:crypto";
import { query } from "../../db/transaction";
import type { PostResult } from "../../egress/send";
import { now } from "../../platform/clock";
import { LISTENER_WINDOW } from "../../platform/command-line-limits";
import { WEBHOOK_ATTEMPT_TIMEOUT_MS } from "../../platform/limits";
import { awaitReply, findHeldStream, tellStream } from "./keep-streams";
import type { ListenerRequest } from "./listener";
import { FIND_STREAM } from "./listeners.sql";

/** Returns null when nothing was attempted: there is no stream, or it ended before an answer. */
export async function sendToListener(webhookId: string, request: ListenerRequest): Promise<PostResult | null> {
  const held = findHeldStream(webhookId);
  if (held) return held.stream.send(request);
  const [found] = await query(FIND_STREAM, [webhookId, now()]);
  const streamId = found?.streamId;
  if (!streamId) return null;
  const replyTo = randomUUID();
  const waitMs = (LISTENER_WINDOW + 1) * WEBHOOK_ATTEMPT_TIMEOUT_MS;
  return awaitReply(replyTo, waitMs, () => tellStream({ kind: "send", streamId, request, replyTo }));
}
