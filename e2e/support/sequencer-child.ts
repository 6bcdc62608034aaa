import { setTimeout as sleep } from "node:timers/promises";
import { appendRows } from "../../lib/audit/proof/append-rows";

/** A process that sequences the audit log, for a test that kills it; started by lib/audit/proof/crash.store.test.ts. */
process.on("disconnect", () => process.exit());
process.send?.("ready");
for (;;) if (await appendRows()) await sleep(1);
