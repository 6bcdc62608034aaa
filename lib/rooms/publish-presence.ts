import { randomUUID } from "node:crypto";
import type { RoomAccess } from "../access/open-room";
import { CHANNEL_MESSAGE_MAX_BYTES, publish, subscribeChannel } from "../db/channel";
import { nowMs } from "../platform/clock";
import { log } from "../platform/log";
import { shared } from "../platform/shared";
import { type PersonHere, type PresenceMessage, TICK_MS, type Visitor } from "./presence";
import { collect, createPresence, enter, hide, leaveAll, receive, setChoice, tick, write } from "./presence-rules";

const CHANNEL = "svc_presence";

const state = () =>
  shared("presence", () => ({
    presence: createPresence(randomUUID()),
    subscription: null as ReturnType<typeof subscribeChannel> | null,
    timer: null as NodeJS.Timeout | null,
    /** Messages go one at a time: a slower one must not bring back a person who left. */
    isSending: false,
  }));

/** The choice is read after entering, so that a change at this moment finds the visit. */
export function visitRoom(
  { roomId }: RoomAccess,
  { person, tell, readHidden }: Pick<Visitor, "person" | "tell"> & { readHidden: () => Promise<boolean> },
): () => void {
  begin();
  const { presence } = state();
  const visitor: Visitor = { person, isHidden: null, tell };
  const leave = enter(presence, roomId, visitor);
  readHidden().then(
    (isHidden) => setChoice(presence, roomId, visitor, isHidden),
    (error: unknown) => log().warn({ error }, "a person in a room is not shown, as their choice could not be read"),
  );
  return () => leave(nowMs());
}

export function signalWriting({ roomId }: RoomAccess, person: PersonHere, isWriting: boolean): void {
  // Only a process that ticks forgets who stopped writing.
  if (isWriting) begin();
  const message = write(state().presence, roomId, person, { isWriting, nowMs: nowMs() });
  if (message) send([message]);
}

export function publishHidden(userId: string, isHidden: boolean): void {
  const { presence } = state();
  hide(presence, userId, isHidden, nowMs());
  send([{ kind: "hidden", process: presence.process, userId, isHidden }]);
}

export async function closePresence(): Promise<void> {
  const { presence, subscription, timer } = state();
  if (timer) clearInterval(timer);
  if (!subscription) return;
  await publishAll(leaveAll(presence)).catch(warn);
  await subscription.close();
}

function begin(): void {
  const held = state();
  if (held.timer) return;
  const { presence } = held;
  held.subscription = subscribeChannel(CHANNEL, {
    onMessage: (text) => receive(presence, JSON.parse(text) as PresenceMessage, nowMs()),
    onOpen: () => {
      presence.beatAtMs = 0;
      send([{ kind: "asked", process: presence.process }]);
    },
  });
  held.timer = setInterval(() => {
    tick(presence, nowMs());
    if (held.isSending) return;
    held.isSending = true;
    void publishAll(collect(presence, nowMs()))
      .catch(warn)
      .finally(() => {
        held.isSending = false;
      });
  }, TICK_MS).unref();
}

function send(messages: readonly PresenceMessage[]): void {
  void publishAll(messages).catch(warn);
}

function warn(error: unknown): void {
  log().warn({ error }, "presence in rooms was not told to other processes");
}

async function publishAll(messages: readonly PresenceMessage[]): Promise<void> {
  for (const message of messages) for (const text of split(message)) await publish(CHANNEL, text);
}

/** PostgreSQL limits the length of a notification. */
function split(message: PresenceMessage): string[] {
  const text = JSON.stringify(message);
  if (!("rooms" in message) || Buffer.byteLength(text) <= CHANNEL_MESSAGE_MAX_BYTES) return [text];
  const entries = message.rooms.flatMap(([roomId, people]) => people.map((person) => ({ roomId, person })));
  if (entries.length < 2) return [];
  const middle = Math.ceil(entries.length / 2);
  return [entries.slice(0, middle), entries.slice(middle)].flatMap((half) => {
    const rooms = new Map<string, PersonHere[]>();
    for (const { roomId, person } of half) rooms.set(roomId, [...(rooms.get(roomId) ?? []), person]);
    return split({ ...message, rooms: [...rooms] });
  });
}
