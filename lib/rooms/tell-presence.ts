import { randomUUID } from "node:crypto";
import type { RoomAccess } from "../access/open-room";
import { CHANNEL_MESSAGE_MAX_BYTES, hearChannel, publish } from "../db/channel";
import { nowMs } from "../platform/clock";
import { log } from "../platform/log";
import { shared } from "../platform/shared";
import { type PersonHere, type PresenceMessage, TICK_MS, type Visitor } from "./presence";
import { collect, createPresence, enter, hide, leaveAll, receive, setChoice, tick, write } from "./presence-rules";

/** Between the processes that hold streams of rooms. */
const CHANNEL = "svc_presence";

const state = () =>
  shared("presence", () => ({
    presence: createPresence(randomUUID()),
    hearing: null as ReturnType<typeof hearChannel> | null,
    timer: null as NodeJS.Timeout | null,
    /** Messages go one after the other: a person who left must not come back by a message that was slower. */
    isSending: false,
  }));

/**
 * Shows the person in the room until the returned function is called. Their choice is read once they have entered: one that
 * they make at this moment finds the visit, however late the reading ends.
 */
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

/** Nothing is written to a table, and most signals go no further than this process. */
export function signalWriting({ roomId }: RoomAccess, person: PersonHere, isWriting: boolean): void {
  // Only a process that ticks forgets who has stopped writing.
  if (isWriting) begin();
  const message = write(state().presence, roomId, person, { isWriting, nowMs: nowMs() });
  if (message) send([message]);
}

/** After the person's choice: streams that are open in any process follow it. */
export function tellHidden(userId: string, isHidden: boolean): void {
  const { presence } = state();
  hide(presence, userId, isHidden, nowMs());
  send([{ kind: "hidden", process: presence.process, userId, isHidden }]);
}

/** Called before the process exits, so that its people are not shown a minute longer. */
export async function closePresence(): Promise<void> {
  const { presence, hearing, timer } = state();
  if (timer) clearInterval(timer);
  if (!hearing) return;
  await publishAll(leaveAll(presence)).catch(warn);
  await hearing.close();
}

function begin(): void {
  const held = state();
  if (held.timer) return;
  const { presence } = held;
  held.hearing = hearChannel(CHANNEL, {
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

/** A message that is lost makes someone appear, or vanish, a minute late. */
function warn(error: unknown): void {
  log().warn({ error }, "presence in rooms was not told to other processes");
}

async function publishAll(messages: readonly PresenceMessage[]): Promise<void> {
  for (const message of messages) for (const text of split(message)) await publish(CHANNEL, text);
}

/** PostgreSQL refuses messages that are too long. */
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
