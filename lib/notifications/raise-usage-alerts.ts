import { transaction } from "../db/transaction";
import { sendOperational } from "../events/send-operational";
import { raiseAlerts } from "../usage/emit-alerts";

/** Shares that are passed at once are one event, of the highest. Budgets of single keys are for people alone. */
export function raiseUsageAlerts(): Promise<number> {
  return transaction(async (tx) => {
    const passed = await raiseAlerts(tx);
    const highest = new Map<string, number>();
    for (const { subjectId, percent } of passed)
      if (subjectId.startsWith("bil_")) highest.set(subjectId, Math.max(percent, highest.get(subjectId) ?? 0));
    await sendOperational(
      tx,
      [...highest].map(([objectId, thresholdPercent]) => ({
        type: "usage.threshold",
        objectId,
        details: { thresholdPercent },
        audience: `owners:${objectId}`,
      })),
    );
    return passed.length;
  });
}
