import { setTimeout as sleep } from "node:timers/promises";
import { drainStreams } from "../../lib/audit-log/streams/drain";

/** A process that sends audit streams, for a test that kills it; started by lib/audit-log/streams/crash.store.test.ts. */
process.on("disconnect", () => process.exit());
process.send?.("ready");
for (;;) if (await drainStreams()) await sleep(10);
