import { transaction } from "../db/transaction";
import { sendOperational } from "../events/send-operational";
import { raiseAlerts } from "../usage/emit-alerts";

/**
 * Writes the shares of the month's units that were passed since the last time, and returns how many. Webhooks are told of the
 * highest one: two that are passed at once are one event. Budgets of single keys are told to people alone.
 */
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
