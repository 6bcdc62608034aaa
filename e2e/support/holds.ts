import { newId } from "../../lib/platform/ids";
import type { TestDatabase } from "./database";

/** Holds that no administrator placed by the screen. */
export function createHolds({ query }: Pick<TestDatabase, "query">) {
  const lifted = "SET lifted_at = now(), lift_reason = 'Settled', lifted_by_id = placed_by_id";
  return {
    place: async (billingEntityId: string, { reason = "Case 7", placedById = "usr" } = {}): Promise<string> => {
      const id = newId("hold");
      await query(
        `INSERT INTO legal_holds (id, billing_entity_id, reason, placed_by_id, placed_at) VALUES ($1, $2, $3, $4, now())`,
        [id, billingEntityId, reason, placedById],
      );
      return id;
    },
    lift: (billingEntityId: string) =>
      query(`UPDATE legal_holds ${lifted} WHERE billing_entity_id = $1 AND lifted_at IS NULL`, [billingEntityId]),
    liftAll: () => query(`UPDATE legal_holds ${lifted} WHERE lifted_at IS NULL`),
  };
}
