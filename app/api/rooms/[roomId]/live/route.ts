import { hidesPresence } from "@/lib/accounts/queries";
import { nowMs } from "@/lib/platform/clock";
import { LIVE_HEARTBEAT_MS, LIVE_STREAM_MAX_MS } from "@/lib/platform/limits";
import type { PeopleHere } from "@/lib/rooms/presence";
import { visitRoom } from "@/lib/rooms/publish-presence";
import { watchRoom } from "@/lib/rooms/watch-room";
import { describeChange, describeMissed, readCursor, type SentChange } from "../cursor";
import { isStillSeated, withRoom } from "../with-room";

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // no-transform: compression would delay events. The last header tells proxies the same.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

const UNREAD_MAX = 200;
const RETRY_MS = 2_000;

export const GET = withRoom(async (seat, request) => {
  const after = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after");
  const { since, isTooOld } = readCursor(after);
  const { userId, sessionId, name } = seat;
  const line = openLine();
  const watcher = { userId, sessionId, tell: line.tell, isAllowed: () => isStillSeated(seat), end: line.end };
  const watched = await watchRoom(seat.access, watcher, since).catch((error: unknown) => {
    line.end();
    throw error;
  });
  if (watched.kind !== "watching") {
    line.end();
    return refuse(watched.kind);
  }
  line.onEnd(watched.stop);
  request.signal.addEventListener("abort", line.end, { once: true });
  if (request.signal.aborted) line.end();
  line.begin(describeMissed(watched.missed, isTooOld));
  const person = { id: userId, name };
  const readHidden = () => hidesPresence(userId);
  line.onEnd(visitRoom(seat.access, { person, tell: line.tellPeople, readHidden }));
  return new Response(line.body, { headers: HEADERS });
});

function refuse(kind: "full" | "closing"): Response {
  const headers = { "cache-control": "no-store", "retry-after": "10" };
  return new Response(null, { status: kind === "full" ? 429 : 503, headers });
}

function openLine() {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const onEnd: (() => void)[] = [];
  const encoder = new TextEncoder();
  const timers = [setInterval(() => send("beat", "1"), LIVE_HEARTBEAT_MS), setTimeout(() => end(), LIVE_STREAM_MAX_MS)];
  const body = new ReadableStream<Uint8Array>({
    start: (made) => {
      controller = made;
    },
    cancel: () => finish(),
  });

  function finish(): void {
    controller = null;
    for (const timer of timers) clearTimeout(timer);
    for (const effect of onEnd.splice(0)) effect();
  }

  function end(): void {
    const open = controller;
    finish();
    open?.close();
  }

  /** Browsers resume from this id after a break. */
  function send(event: string, data: string): void {
    if ((controller?.desiredSize ?? 0) < -UNREAD_MAX) end();
    controller?.enqueue(encoder.encode(`id: ${nowMs()}\nevent: ${event}\ndata: ${data}\n\n`));
  }

  const sendAll = (changes: readonly SentChange[]) => {
    for (const change of changes) send("change", JSON.stringify(change));
  };
  return {
    body,
    end,
    onEnd: (effect: () => void) => void (controller ? onEnd.push(effect) : effect()),
    tellPeople: (people: PeopleHere) => send("people", JSON.stringify(people)),
    tell: (change: Parameters<typeof describeChange>[0]) => sendAll([describeChange(change)]),
    begin(missed: readonly SentChange[]) {
      controller?.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`));
      send("beat", "1");
      sendAll(missed);
    },
  };
}
