import { eraseUnheld } from "../db/erase";
import type { Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { MONTHLY_UNITS_MIN, MONTHLY_UNITS_PER_SEAT } from "../platform/limits";
import { ERASE_OLD_ALERTS, RAISE_ALERTS } from "./alerts.sql";
import { monthOf } from "./units";

const ALERT_SHARES = [50, 80, 100] as const;

export function raiseAlerts(tx: Transaction): Promise<{ subjectId: string; percent: number }[]> {
  const at = now();
  const shares = [...ALERT_SHARES];
  return tx.query(RAISE_ALERTS, {
    month: monthOf(at),
    shares,
    unitsMin: MONTHLY_UNITS_MIN,
    unitsPerSeat: MONTHLY_UNITS_PER_SEAT,
    at,
  });
}

export async function eraseOldAlerts(): Promise<void> {
  await eraseUnheld(ERASE_OLD_ALERTS, { month: monthOf(now()) });
}
