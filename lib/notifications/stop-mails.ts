import { query } from "../db/transaction";
import { STOP_MAILS } from "./mails.sql";
import type { Unsubscribing } from "./unsubscribe-link";

export async function stopMails({ userId, kinds }: Unsubscribing): Promise<void> {
  await query(STOP_MAILS, [userId, kinds]);
}
