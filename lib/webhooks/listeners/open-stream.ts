import { randomUUID } from "node:crypto";
import { notFound } from "../../platform/errors";
import { createDrain } from "./drain-listener";
import { type ListeningSession, openListener } from "./open-listener";
import { createStream, type ListenerStream, type StreamPipe } from "./stream";
import { isClosingStreams, takeListener } from "./streams";

const RUN = /^[0-9a-f-]{36}\.[0-9]{1,9}$/;

/** Our prefix keeps anyone from naming another's stream. */
function nameStream(run: string | null): string {
  return `${randomUUID()}.${run !== null && RUN.test(run) ? run : `${randomUUID()}.1`}`;
}

export async function openStream(
  session: ListeningSession,
  webhookId: string,
  pipe: StreamPipe,
  run: string | null = null,
): Promise<ListenerStream | null> {
  await openListener(session, webhookId);
  if (isClosingStreams()) return null;
  const stream = createStream({ id: nameStream(run), webhookId, sessionId: session.id, userId: session.userId }, pipe);
  const held = { stream, ...createDrain(stream) };
  if (!(await takeListener(held))) throw notFound();
  held.drain();
  return stream;
}
