import { z } from "zod";
import { sha256 } from "../../lib/platform/crypto";
import { shared } from "../../lib/platform/shared";

const SentEvents = z.array(
  z.object({
    id: z.string().min(1).max(200).optional(),
    name: z.string().min(1).max(200),
    data: z.record(z.string(), z.unknown()).default({}),
    ts: z.number().optional(),
  }),
);

export interface RunnerEvent {
  id: string;
  name: string;
  data: Readonly<Record<string, unknown>>;
}

type Accept = (events: readonly RunnerEvent[]) => Promise<unknown>;

export interface EventEntry {
  fetch: typeof fetch;
  connect(accept: Accept | null): void;
}

export function createEventEntry(): EventEntry {
  let accept: Accept | null = null;
  return {
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input);
      if (!url.pathname.startsWith("/e/") || init?.method !== "POST" || typeof init.body !== "string")
        return answer(404, { error: "The embedded runner has no such endpoint." });
      if (accept === null) return answer(503, { error: "The embedded runner is not running." });
      const seed = new Headers(init.headers).get("x-inngest-event-id-seed");
      const parsed = SentEvents.safeParse(JSON.parse(init.body));
      if (!parsed.success) return answer(400, { error: z.prettifyError(parsed.error) });
      const events = parsed.data.map((event, index) => ({ ...event, id: event.id ?? makeEventId(seed, index) }));
      await accept(events);
      return answer(200, { ids: events.map(({ id }) => id) });
    },
    connect(to) {
      accept = to;
    },
  };
}

/** A repeated call of the SDK has the same seed, so its events are the same ones. */
function makeEventId(seed: string | null, index: number): string {
  return seed === null ? crypto.randomUUID() : sha256(`${seed}:${index}`).toString("base64url").slice(0, 26);
}

function answer(status: number, body: Readonly<Record<string, unknown>>): Response {
  return Response.json({ status, ...body }, { status });
}

export function embeddedEvents(): EventEntry {
  return shared("embedded-events", createEventEntry);
}
