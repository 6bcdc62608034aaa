import { setTimeout as sleep } from "node:timers/promises";
import type { PeopleHere } from "../../../lib/rooms/presence";

export interface LiveEvent {
  id: string;
  event: string;
  data: string;
}

export interface LiveStream {
  readonly status: number;
  readonly headers: Headers;
  /** The next change; heartbeats are skipped. null: the stream has ended. */
  readChange(): Promise<{ id: string; type: string; objectId: string } | null>;
  /** People who are there, as told next; everything before it is skipped. null: the stream has ended. */
  readPeople(): Promise<PeopleHere | null>;
  /** The cursor to resume from after a break. */
  lastEventId(): string;
  /** Resolves when the server has ended the stream cleanly. */
  awaitEnd(): Promise<void>;
  close(): Promise<void>;
}

const PATIENCE_MS = 240_000;

/** The live updates of a room as a browser reads them. */
export async function openLive(
  baseUrl: string,
  roomId: string,
  cookie: string,
  headers: Record<string, string> = {},
): Promise<LiveStream> {
  const stop = new AbortController();
  const response = await fetch(`${baseUrl}/api/rooms/${roomId}/live`, {
    headers: { cookie, ...headers },
    signal: stop.signal,
  });
  // Taken at once: fetch ends a response that is collected while nobody reads its body, and the person would leave.
  const events = response.body ? readEvents(response.body.values()) : null;
  let lastEventId = "";

  async function next(): Promise<LiveEvent | null> {
    const late = sleep(PATIENCE_MS, "late" as const, { ref: false });
    const read = await Promise.race([events?.next(), late]);
    if (read === "late") throw new Error(`The stream sent nothing after the event "${lastEventId}".`);
    if (!read || read.done) return null;
    lastEventId = read.value.id || lastEventId;
    return read.value;
  }

  async function readChange() {
    for (let event = await next(); event; event = await next())
      if (event.event === "change") return JSON.parse(event.data) as { id: string; type: string; objectId: string };
    return null;
  }

  async function readPeople() {
    for (let event = await next(); event; event = await next())
      if (event.event === "people") return JSON.parse(event.data) as PeopleHere;
    return null;
  }

  return {
    status: response.status,
    headers: response.headers,
    readChange,
    readPeople,
    lastEventId: () => lastEventId,
    async awaitEnd() {
      while (await readChange());
    },
    async close() {
      stop.abort();
      await events?.return(undefined).catch(() => undefined);
    },
  };
}

async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<LiveEvent> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const fields = Object.fromEntries(
        text
          .slice(0, end)
          .split("\n")
          .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
      );
      text = text.slice(end + 2);
      yield { id: fields["id"] ?? "", event: fields["event"] ?? "message", data: fields["data"] ?? "" };
    }
  }
}
