import { transaction } from "../db/transaction";
import { isOperational } from "../events/catalog";
import { type OperationalEvent, sendOperational } from "../events/send-operational";
import { now } from "../platform/clock";
import { NOTIFICATION_WINDOW_MS } from "../platform/limits";
import type { NotificationKind } from "./notification";
import { KEY_NOTICE_DAYS, RAISE_COMMENT_MENTIONED, RAISINGS, type Raised } from "./raise.sql";

/** The states themselves say what is due, so it may run twice, in two processes at once, and again after a crash. */
export async function raiseNotifications(): Promise<number> {
  const at = now();
  const since = new Date(at.getTime() - NOTIFICATION_WINDOW_MS);
  let raised = 0;
  for (const [kind, statement] of [
    ...Object.entries(RAISINGS),
    ["message.mentioned", RAISE_COMMENT_MENTIONED] as const,
  ])
    raised += await transaction(async (tx) => {
      const rows = await tx.query(statement, [at, since]);
      await sendOperational(tx, listEvents(kind as NotificationKind, rows));
      return rows.length;
    });
  return raised;
}

function listEvents(kind: NotificationKind, rows: readonly Raised[]): OperationalEvent[] {
  // Webhooks get 50 percent, too, so `raiseUsageAlerts` sends these.
  if (!isOperational(kind) || kind === "usage.threshold") return [];
  const first = rows.filter(({ facts }) => kind !== "key.expiring" || facts["days"] === KEY_NOTICE_DAYS);
  return first.map(({ subjectId, audience }) => ({ type: kind, objectId: subjectId, details: null, audience }));
}
