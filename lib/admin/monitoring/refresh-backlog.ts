import { log } from "../../platform/log";
import { type Backlog, readBacklog, startWalk } from "./read-backlog";

const REFRESH_EVERY_MS = 10_000;

export interface BacklogWatch {
  read(): Backlog | null;
  readAgeSeconds(): number;
  stop(): Promise<void>;
}

/** A scrape reads this snapshot and never the database. */
export function watchBacklog(everyMs: number = REFRESH_EVERY_MS): BacklogWatch {
  const walk = startWalk();
  let backlog: Backlog | null = null;
  let readAtMs = performance.now();
  let isStopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let underWay = refresh();

  async function refresh(): Promise<void> {
    const startedMs = performance.now();
    try {
      backlog = await readBacklog(walk);
      readAtMs = startedMs;
      failures = 0;
    } catch (error) {
      // An outage is one log line, however long it lasts; the age shows the rest.
      if (failures === 0) log().warn({ error }, "the backlog could not be read for the metrics");
      failures += 1;
    }
    if (isStopped) return;
    timer = setTimeout(() => {
      underWay = refresh();
    }, everyMs);
    timer.unref();
  }

  return {
    read: () => backlog,
    readAgeSeconds: () => (performance.now() - readAtMs) / 1000,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
