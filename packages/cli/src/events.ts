import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import type { Output } from "./print";
import { readInstant } from "./read-instant";
import type { Connection } from "./session";
import type { Svc } from "./svc";

interface EventSummary {
  id: string;
  type: string;
  createdAt: string;
  data: { object: { id: string; type: string } };
}
type Page = { data: EventSummary[]; nextCursor: string | null };

const PAGE = 100;
const POLL_MS = 2_000;
/** Rows of other processes are committed late; so far back each look goes. */
const LOOK_BACK_MS = 30_000;

export function registerEvents(program: Command, svc: Svc): void {
  program
    .command("events")
    .description("the event log of a room")
    .command("follow")
    .description("print events as they happen, one per line; --since replays earlier ones first")
    .requiredOption("--room <id>", "the id of the room")
    .option("--since <time>", "start time: 10m, 2h or a time (default: now)")
    .option("--type <type>", "only events of this type, such as record.created")
    .option("--no-follow", "stop after the replay")
    .action((options: FollowOptions) => follow(svc, options));
}

interface FollowOptions {
  room: string;
  since?: string;
  type?: string;
  follow: boolean;
}

async function follow(svc: Svc, { room, since, type, follow: isEndless }: FollowOptions): Promise<void> {
  const { signal } = svc.surroundings;
  const from = since === undefined ? new Date() : readInstant("--since", since);
  const connection = await svc.connect();
  const query = { limit: PAGE, ...(type === undefined ? {} : { type }) };
  const printed = new Set<string>();
  let bound = from.getTime();
  svc.output.note(isEndless ? "Following. Press Ctrl+C to stop." : "");
  for (;;) {
    const found = await readSince(connection, room, query, bound);
    for (const event of found.filter(({ id }) => !printed.has(id))) {
      printed.add(event.id);
      printEvent(svc.output, event);
    }
    if (!isEndless) return;
    const newest = found.at(-1);
    if (newest) bound = Math.max(from.getTime(), Date.parse(newest.createdAt) - LOOK_BACK_MS);
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** Oldest first. The log is newest first, so pages are read back to the bound. */
async function readSince({ v1 }: Connection, roomId: string, query: object, bound: number): Promise<EventSummary[]> {
  const events: EventSummary[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: Page = await v1.send<Page>({
      method: "GET",
      path: "/v1/rooms/{roomId}/events",
      pathParameters: { roomId },
      query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
    });
    const recent = page.data.filter(({ createdAt }) => Date.parse(createdAt) >= bound);
    events.push(...recent);
    cursor = recent.length < page.data.length ? null : page.nextCursor;
  }
  return events.reverse();
}

function printEvent(output: Output, event: EventSummary): void {
  const { createdAt, type, id, data } = event;
  output.item(event, () =>
    [output.paint("faint", createdAt), output.paint("accent", type), data.object.id, output.paint("faint", id)].join(
      "  ",
    ),
  );
}
