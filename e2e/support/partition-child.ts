import { dropPartitions } from "../../lib/db/partitions";
import { READINGS } from "./readings";

/** A process that ends all partitions once; lib/db/ended-partitions.store.test.ts kills it at any moment. */
process.on("disconnect", () => process.exit());
process.send?.("ready");
await dropPartitions(READINGS, new Date());
process.send?.("done");
