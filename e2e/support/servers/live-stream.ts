import { setTimeout as sleep } from "node:timers/promises";
import type { PeopleHere } from "../../../lib/rooms/presence";

interface LiveEvent {
  id: string;
  event: string;
  data: string;
}

const PATIENCE_MS = 240_000;

/** The live updates of a room as a browser reads them. */
export async function openLive(baseUrl: string, roomId: string, cookie: string, headers: Record<string, string> = {}) {
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

  /** Reads the next event of this kind; others are skipped. null: the stream has ended. */
  async function read<Told>(kind: string): Promise<Told | null> {
    for (let event = await next(); event; event = await next())
      if (event.event === kind) return JSON.parse(event.data) as Told;
    return null;
  }
  const readChange = () => read<{ id: string; type: string; objectId: string }>("change");

  return {
    status: response.status,
    headers: response.headers,
    readChange,
    readPeople: () => read<PeopleHere>("people"),
    /** The cursor to resume from after a break. */
    lastEventId: () => lastEventId,
    /** Resolves when the server has ended the stream cleanly. */
    async awaitEnd(): Promise<void> {
      while (await readChange());
    },
    async close(): Promise<void> {
      stop.abort();
      await events?.return(undefined).catch(() => undefined);
    },
  };
}

export type LiveStream = Awaited<ReturnType<typeof openLive>>;

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
