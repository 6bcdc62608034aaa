import { WRITERS } from "../../inngest/mail";
import { drainMails } from "../../lib/mail/drain";

/** A process that sends mail once; lib/mail/crash.store.test.ts kills it while the server hangs. */
process.on("disconnect", () => process.exit());
process.send?.("ready");
await drainMails(WRITERS);
