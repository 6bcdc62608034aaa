import { sql } from "../platform/db";
import { eraseOldMinutes } from "./claim-store";
import { holdStrays } from "./hold-store";

/** What the engine leaves behind in its normal course. */
export async function tidyDeliveries(): Promise<void> {
  await holdStrays({ sql });
  await eraseOldMinutes();
}
