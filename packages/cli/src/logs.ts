import { setTimeout as sleep } from "node:timers/promises";
import { type Command, Option } from "commander";
import type { Output } from "./print";
import { readInstant } from "./read-instant";
import type { Connection } from "./session";
import type { Svc } from "./svc";

interface RequestRow {
  id: string;
  requestId: string;
  at: string;
  method: string;
  route: string;
  status: number;
  errorCode: string | null;
  durationMs: number;
  units: number;
}
type Page = { rows: RequestRow[]; nextCursor: string | null };

const POLL_MS = 2_000;
const PAGE_MAX = 100;
const LOOK_BACK_MS = 10_000;
const CLASSES = ["2xx", "4xx", "5xx"];
/** Options that the service filters by, under the same names. */
const FILTERS = ["class", "code", "method", "route", "room"] as const;

type LogOptions = Partial<Record<(typeof FILTERS)[number], string>> & {
  follow?: boolean;
  since?: string;
  limit: string;
};

export function registerLogs(program: Command, svc: Svc): void {
  program
    .command("logs")
    .description("the requests of your organization, or of Personal with --organization own")
    .option("-f, --follow", "keep printing new requests")
    .option("--since <time>", "start time: 10m, 2h or a time")
    .option("--limit <n>", `maximum number of requests, up to ${PAGE_MAX}`, "20")
    .addOption(new Option("--class <class>", "only these statuses").choices(CLASSES))
    .option("--code <code>", "only this error code, such as insufficient_scope")
    .option("--method <method>", "only this method, such as POST")
    .option("--route <route>", "only this route, such as /v1/rooms/{roomId}/messages")
    .option("--room <id>", "only requests to this room")
    .action((options: LogOptions) => showLogs(svc, options));
}

async function showLogs(svc: Svc, options: LogOptions): Promise<void> {
  const { output, surroundings } = svc;
  const connection = await svc.connectAsPerson();
  const filter = Object.fromEntries(FILTERS.flatMap((name) => (options[name] ? [[name, options[name]]] : [])));
  const since = options.since === undefined ? undefined : readInstant("--since", options.since);
  const owner = connection.organizationId === null ? {} : { owner: connection.organizationId };
  const query = { ...filter, ...owner };
  const { rows: newest } = await readPage(connection, {
    ...query,
    limit: options.limit,
    ...(since ? { since: since.toISOString() } : {}),
  });
  const first = newest.reverse();
  for (const row of first) printRow(output, row);
  if (!options.follow) {
    if (first.length === 0) output.note("There are none.");
    return;
  }
  output.note("Following. Press Ctrl+C to stop.");
  // Older ones in the first window were left out by the limit.
  const oldest = first[0]?.at ?? "";
  let printed = new Set(first.map(({ id }) => id));
  let bound = Date.now() - LOOK_BACK_MS;
  for (;;) {
    await sleep(POLL_MS, undefined, { signal: surroundings.signal });
    const next = Date.now() - LOOK_BACK_MS;
    const rows = await readSince(connection, query, new Date(bound));
    for (const row of rows.filter(({ id, at }) => !printed.has(id) && at >= oldest)) printRow(output, row);
    // The next window lies within this one, but for what is new.
    printed = new Set(rows.map(({ id }) => id));
    bound = next;
  }
}

/** Newest first. */
function readPage({ service }: Connection, query: Record<string, string | number>): Promise<Page> {
  return service.send<Page>({ method: "GET", path: "/api/requests", query });
}

/** Oldest first, however many there are. */
async function readSince(connection: Connection, query: Record<string, string>, since: Date): Promise<RequestRow[]> {
  const found: RequestRow[] = [];
  let cursor: string | null = null;
  do {
    const place: Record<string, string> = cursor === null ? {} : { cursor };
    const page = await readPage(connection, { ...query, ...place, limit: PAGE_MAX, since: since.toISOString() });
    found.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found.reverse();
}

function printRow(output: Output, row: RequestRow): void {
  output.item(row, () => writeRow(output, row));
}

function writeRow(output: Output, row: RequestRow): string {
  const { at, status, method, route, errorCode, durationMs, requestId } = row;
  const tone = status < 400 ? "good" : status < 500 ? "warn" : "bad";
  const parts = [
    output.paint("faint", at),
    output.paint(tone, String(status)),
    `${method} ${route}`,
    ...(errorCode === null ? [] : [errorCode]),
    `${durationMs} ms`,
    output.paint("faint", requestId),
  ];
  return parts.join("  ");
}
