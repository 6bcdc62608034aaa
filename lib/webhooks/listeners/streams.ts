import { findEndedSessions } from "../../access/find-ended-sessions";
import { CHANNEL_MESSAGE_MAX_BYTES, publish, subscribeChannel } from "../../db/channel";
import { query } from "../../db/transaction";
import { LISTENERS_CHANNEL, onListenersDue } from "../../events/listeners-due";
import { now } from "../../platform/clock";
import { LISTENER_LEASE_MS, LISTENER_POLL_MS, LISTENER_RENEW_MS } from "../../platform/command-line-limits";
import { log } from "../../platform/log";
import { shared } from "../../platform/shared";
import type { ListenerAnswer, ListenerRequest, StreamEnd } from "./listener";
import {
  FIND_DUE_LISTENERS,
  FIND_STREAM,
  LEAVE_LISTENER,
  RENEW_STREAMS,
  TAKE_LISTENER,
  VOID_CLAIMS,
} from "./listeners.sql";
import type { ListenerStream } from "./stream";

export interface HeldStream {
  stream: ListenerStream;
  drain: () => void;
  finished: (deliveryId: string) => Promise<void>;
  settled: () => Promise<void>;
}

type Message =
  | { kind: "due"; ids: readonly string[] }
  | { kind: "end"; streamId: string; reason: StreamEnd }
  | { kind: "answer"; streamId: string; deliveryId: string; answer: ListenerAnswer }
  | { kind: "beat"; streamId: string }
  | { kind: "send"; streamId: string; request: ListenerRequest; replyTo: string }
  | { kind: "reply"; replyTo: string; result: Awaited<ReturnType<ListenerStream["send"]>> };

type Reply = (result: Awaited<ReturnType<ListenerStream["send"]>>) => void;

const state = () =>
  shared("listener-streams", () => ({
    held: new Map<string, HeldStream>(),
    replies: new Map<string, Reply>(),
    subscription: null as null | { opened: Promise<void>; close(): Promise<void> },
    timers: [] as NodeJS.Timeout[],
    endings: new Set<Promise<void>>(),
    isClosing: false,
  }));

export function findHeldStream(webhookId: string): HeldStream | null {
  return state().held.get(webhookId) ?? null;
}

export function countHeldStreams(): number {
  return state().held.size;
}

export function isClosingStreams(): boolean {
  return state().isClosing;
}

/** Returns false when the message is too long for the channel. */
export async function notifyStream(message: Message): Promise<boolean> {
  const text = JSON.stringify(message);
  if (Buffer.byteLength(text) > CHANNEL_MESSAGE_MAX_BYTES) return false;
  await publish(LISTENERS_CHANNEL, text);
  return true;
}

export async function awaitReply(
  replyTo: string,
  maxMs: number,
  ask: () => Promise<boolean>,
): Promise<Parameters<Reply>[0]> {
  await subscribe().opened;
  const { replies } = state();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => resolve(null), maxMs);
      replies.set(replyTo, resolve);
      ask().then((isSent) => (isSent ? undefined : resolve(null)), reject);
    });
  } finally {
    clearTimeout(timer);
    replies.delete(replyTo);
  }
}

export async function takeListener(taking: HeldStream): Promise<boolean> {
  const { held, endings } = state();
  const { stream } = taking;
  const at = now();
  const until = new Date(at.getTime() + LISTENER_LEASE_MS);
  const [taken] = await query(TAKE_LISTENER, { webhookId: stream.webhookId, streamId: stream.id, at, until });
  if (!taken) return false;
  if (taken.replacedId !== null) await notifyStream({ kind: "end", streamId: taken.replacedId, reason: "replaced" });
  held.get(stream.webhookId)?.stream.end("replaced");
  await query(VOID_CLAIMS, { webhookId: stream.webhookId });
  // A newer stream may have come meanwhile.
  const [owner] = await query(FIND_STREAM, { webhookId: stream.webhookId, now: at });
  if (owner?.streamId !== stream.id) stream.end("replaced");
  stream.whenEnded((reason) => {
    const ending: Promise<void> = leave(taking, reason).finally(() => endings.delete(ending));
    endings.add(ending);
  });
  if (!stream.isOpen) return true;
  held.set(stream.webhookId, taking);
  subscribe();
  startPolling();
  return true;
}

/** Answered attempts are saved first. The others do not count as attempts, and are held. */
async function leave({ stream, settled }: HeldStream, reason: StreamEnd): Promise<void> {
  const { held } = state();
  if (held.get(stream.webhookId)?.stream === stream) held.delete(stream.webhookId);
  try {
    await settled();
    if (reason === "ended") return;
    await query(LEAVE_LISTENER, { webhookId: stream.webhookId, streamId: stream.id, now: now() });
  } catch (error) {
    log().warn({ error, webhookId: stream.webhookId }, "a listener was not left; its lease lapses");
  }
}

export async function closeListenerStreams(): Promise<void> {
  const { held, timers, endings, subscription } = state();
  state().isClosing = true;
  for (const timer of timers) clearInterval(timer);
  for (const { stream } of held.values()) stream.end("closing");
  await Promise.all(endings);
  await subscription?.close();
}

function subscribe() {
  const known = state().subscription;
  if (known) return known;
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const subscription = subscribeChannel(LISTENERS_CHANNEL, {
    onMessage: (text) => receive(JSON.parse(text) as Message),
    onOpen: () => {
      open();
      drainAll();
    },
  });
  onListenersDue(takeDue);
  const made = { opened, close: () => subscription.close() };
  state().subscription = made;
  return made;
}

function takeDue(ids: readonly string[]): readonly string[] {
  return ids.filter((id) => {
    const found = findHeldStream(id);
    found?.drain();
    return found === null;
  });
}

function findStream(streamId: string): ListenerStream | null {
  return [...state().held.values()].find(({ stream }) => stream.id === streamId)?.stream ?? null;
}

function receive(message: Message): void {
  if (message.kind === "due") takeDue(message.ids);
  else if (message.kind === "reply") state().replies.get(message.replyTo)?.(message.result);
  else receiveFor(findStream(message.streamId), message);
}

function receiveFor(stream: ListenerStream | null, message: Exclude<Message, { kind: "due" | "reply" }>): void {
  if (!stream) return;
  if (message.kind === "end") stream.end(message.reason);
  else if (message.kind === "beat") stream.beat();
  else if (message.kind === "answer") stream.answer(message.deliveryId, message.answer);
  else
    void stream
      .send(message.request)
      .then((result) => notifyStream({ kind: "reply", replyTo: message.replyTo, result }))
      .catch((error: unknown) => log().warn({ error }, "a listener's answer was not passed on"));
}

function drainAll(): void {
  for (const { drain } of state().held.values()) drain();
}

function startPolling(): void {
  const { timers } = state();
  if (timers.length > 0 || state().isClosing) return;
  const warn = (error: unknown) => log().warn({ error }, "listeners could not be polled");
  timers.push(
    setInterval(() => void renew().catch(warn), LISTENER_RENEW_MS).unref(),
    setInterval(() => void findDue().catch(warn), LISTENER_POLL_MS).unref(),
  );
}

async function findDue(): Promise<void> {
  const { held } = state();
  if (held.size === 0) return;
  for (const { id } of await query(FIND_DUE_LISTENERS, { webhookIds: [...held.keys()], now: now() }))
    held.get(id)?.drain();
}

async function renew(): Promise<void> {
  const streams = [...state().held.values()].map(({ stream }) => stream);
  if (streams.length === 0) return;
  const at = now();
  const names = streams.map(({ webhookId, id }) => `${webhookId} ${id}`);
  const renewed = await query(RENEW_STREAMS, { names, at, streamUntil: new Date(at.getTime() + LISTENER_LEASE_MS) });
  const active = new Map(renewed.map(({ id, isActive }) => [id, isActive]));
  const ended = await findEndedSessions([...new Set(streams.map(({ sessionId }) => sessionId))]);
  for (const stream of streams) {
    const isActive = active.get(stream.webhookId);
    if (isActive === undefined) await endLost(stream);
    else if (ended.has(stream.sessionId)) stream.end("ended");
    else if (stream.isSilent()) stream.end("silent");
    else stream.sendActive(isActive);
  }
}

async function endLost(stream: ListenerStream): Promise<void> {
  const [other] = await query(FIND_STREAM, { webhookId: stream.webhookId, now: now() });
  stream.end(other && other.streamId !== stream.id ? "replaced" : "ended");
}
