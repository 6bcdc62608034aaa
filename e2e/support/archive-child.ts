import { archiveOldMonths } from "../../lib/audit/archive/archive-log";

/** A process that archives once and halts at a step; lib/audit/archive/crash.store.test.ts kills it there. */
process.on("disconnect", () => process.exit());
process.send?.("ready");
await archiveOldMonths(async (step) => {
  if (step !== process.env["ARCHIVE_HALT"]) return;
  process.send?.(step);
  await new Promise(() => undefined);
});
// The test that waits for the step hears that it never came.
if (process.env["ARCHIVE_HALT"]) process.exit(1);
process.send?.("done");
