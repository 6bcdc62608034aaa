import type { Manifest } from "../../prisma/seed/manifest";
import { createHolds } from "./holds";
import { runSql } from "./run-sql";
import { createWorld } from "./world";

const query =
  ({ databaseUrl }: Manifest) =>
  <Row>(text: string, values?: readonly unknown[]) =>
    runSql<Row>(databaseUrl, text, values);

/** The billing entity of a person's own area. */
export async function findOwnTenant(demo: Manifest, userId: string): Promise<string> {
  const [owner] = await query(demo)<{ id: string }>("SELECT billing_entity_id AS id FROM users WHERE id = $1", [
    userId,
  ]);
  return owner?.id ?? "";
}

/** An organization of the running demo that is suspended; this person, if given, belongs to it. */
export async function makeSuspendedTenant(demo: Manifest, memberId?: string): Promise<string> {
  const run = query(demo);
  const world = createWorld({ url: demo.databaseUrl, query: run });
  const { id, billingEntityId } = await world.organization({ seats: 5 });
  if (memberId !== undefined) await world.join(id, memberId);
  const suspension = { reason: "payment", message: "Three invoices are open.", at: "2026-11-01T09:00:00.000Z" };
  await run("UPDATE billing_entities SET suspension = $2 WHERE id = $1", [billingEntityId, suspension]);
  return billingEntityId;
}

/** A hold of a new organization that was lifted, and one of this person's own area, whose id is returned. */
export async function makeHolds(demo: Manifest, personId: string): Promise<string> {
  const run = query(demo);
  const holds = createHolds({ query: run });
  const { billingEntityId } = await createWorld({ url: demo.databaseUrl, query: run }).organization();
  await holds.place(billingEntityId, { reason: "Questions of the tax office.", placedById: personId });
  await holds.lift(billingEntityId);
  const reason = "Case 4711 at the district court.\nKeep until the judgment is final.";
  return holds.place(await findOwnTenant(demo, personId), { reason, placedById: personId });
}
