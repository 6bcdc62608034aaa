import { Inngest } from "inngest";

/** Without `INNGEST_*` the embedded runner speaks to it; with them, an Inngest server. */
export const inngest = new Inngest({ id: "svc" });
