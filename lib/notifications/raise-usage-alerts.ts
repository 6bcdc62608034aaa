import { sendOperational } from "../events/send-operational";
import { transaction } from "../platform/db";
import { raiseAlerts } from "../usage/emit-alerts";

/**
 * Writes the shares of the month's units that were passed since the last time, and returns how many. Webhooks are told of the
 * highest one: two that are passed at once are one event. Budgets of single keys are told to people alone.
 */
export function raiseUsageAlerts(): Promise<number> {
  return transaction(async (tx) => {
    const passed = await raiseAlerts(tx);
    const entities = passed.flatMap(({ subjectId }) => (subjectId.startsWith("bil_") ? subjectId : []));
    await sendOperational(
      tx,
      [...new Set(entities)].map((id) => ({ type: "usage.threshold", objectId: id, audience: `owners:${id}` })),
    );
    return passed.length;
  });
}
