import { notifyPeople } from "../../lib/notifications/notify-people";

/** A process that tells people once; lib/notifications/mails-crash.store.test.ts kills it in the middle. */
process.on("disconnect", () => process.exit());
process.send?.("ready");
await notifyPeople();
