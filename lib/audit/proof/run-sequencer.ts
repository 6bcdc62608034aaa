import { log } from "../../platform/log";
import { appendRows, ROUND_MS } from "./append-rows";
import { isLogKept } from "./signing-keys";

const PAUSE_MAX_MS = 60_000;

export interface Sequencer {
  stop(): Promise<void>;
}

/** Every process tries once a second; the lock of the tree's row lets one through. */
export function startSequencer(): Sequencer {
  if (!isLogKept()) {
    log().warn("SVC_AUDIT_LOG_KEY is not set, so audit rows cannot be proven");
    return { stop: () => Promise.resolve() };
  }
  let isStopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    let isLast = true;
    try {
      isLast = await appendRows();
      failures = 0;
    } catch (error) {
      failures += 1;
      log().error({ error }, "the audit log was not sequenced");
    }
    if (isStopped) return;
    const pauseMs = failures > 0 ? Math.min(PAUSE_MAX_MS, ROUND_MS * 2 ** failures) : isLast ? ROUND_MS : 0;
    timer = setTimeout(begin, pauseMs);
    timer.unref();
  }

  function begin(): void {
    underWay = run();
  }

  begin();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
