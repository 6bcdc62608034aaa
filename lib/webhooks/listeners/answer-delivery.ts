import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { notFound } from "../../platform/errors";
import type { ListenerAnswer } from "./listener";
import { FIND_STREAM, FIND_STREAM_OF_DELIVERY } from "./listeners.sql";
import { findOwnStream, type ListeningSession, openListener } from "./open-listener";
import { notifyStream } from "./streams";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Resolves once the attempt is saved, unless another process holds the stream. Foreign, ended and answered deliveries
 * get the same 404.
 */
export async function answerDelivery(
  session: ListeningSession,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
  answer: ListenerAnswer,
): Promise<void> {
  const own = findOwnStream(session, webhookId);
  if (own) {
    if (!own.stream.answer(deliveryId, answer)) throw notFound();
    return own.finished(deliveryId);
  }
  await openListener(session, webhookId);
  const [found] = UUID.test(deliveryId)
    ? await query(FIND_STREAM_OF_DELIVERY, { webhookId, deliveryId, now: now() })
    : [];
  if (!found?.streamId) throw notFound();
  await notifyStream({ kind: "answer", streamId: found.streamId, deliveryId, answer });
}

export async function beatStream(session: ListeningSession, webhookId: string): Promise<void> {
  const own = findOwnStream(session, webhookId);
  if (own) return own.stream.beat();
  await openListener(session, webhookId);
  const [found] = await query(FIND_STREAM, { webhookId, now: now() });
  if (!found?.streamId) throw notFound();
  await notifyStream({ kind: "beat", streamId: found.streamId });
}
