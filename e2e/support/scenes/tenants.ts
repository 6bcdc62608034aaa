import type { Manifest } from "../../../prisma/seed/manifest";
import type { TestDatabase } from "./database";
import { createWorld, openDemoWorld } from "./world";

/** Holds that no administrator placed by the screen. */
export function createHolds({ query }: Pick<TestDatabase, "query">) {
  const { insert } = createWorld({ query });
  const lifted = "SET lifted_at = now(), lift_reason = 'Settled', lifted_by_id = placed_by_id";
  return {
    place: (billingEntityId: string, { reason, placedById }: { reason?: string; placedById?: string } = {}) =>
      insert("legal_holds", { billing_entity_id: billingEntityId, reason, placed_by_id: placedById }),
    lift: (billingEntityId: string) =>
      query(`UPDATE legal_holds ${lifted} WHERE billing_entity_id = $1 AND lifted_at IS NULL`, [billingEntityId]),
    liftAll: () => query(`UPDATE legal_holds ${lifted} WHERE lifted_at IS NULL`),
  };
}

/** An organization of the running demo that is suspended; this person, if given, belongs to it. */
export async function makeSuspendedTenant(demo: Manifest, memberId?: string): Promise<string> {
  const world = openDemoWorld(demo);
  const { id, billingEntityId } = await world.organization({ seats: 5 });
  if (memberId !== undefined) await world.join(id, memberId);
  const suspension = { reason: "payment", message: "Three invoices are open.", at: "2026-11-01T09:00:00.000Z" };
  await world.query("UPDATE billing_entities SET suspension = $2 WHERE id = $1", [billingEntityId, suspension]);
  return billingEntityId;
}

/** A hold of a new organization that was lifted, and one of this person's own area, whose id is returned. */
export async function makeHolds(demo: Manifest, personId: string): Promise<string> {
  const world = openDemoWorld(demo);
  const holds = createHolds(world);
  const { billingEntityId } = await world.organization();
  await holds.place(billingEntityId, { reason: "Questions of the tax office.", placedById: personId });
  await holds.lift(billingEntityId);
  const reason = "Case 4711 at the district court.\nKeep until the judgment is final.";
  return holds.place(await world.findPayer(personId), { reason, placedById: personId });
}
