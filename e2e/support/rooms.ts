import type { Manifest } from "../../prisma/seed/manifest";
import { runSql } from "./run-sql";
import { createWorld } from "./world";

/** A room of acme of this test alone, with this person as its owner and the demo's member in it. */
export async function makeOwnedRoom(demo: Manifest, ownerId: string): Promise<string> {
  const query = <Row>(text: string, values?: readonly unknown[]) => runSql<Row>(demo.databaseUrl, text, values);
  const world = createWorld({ url: demo.databaseUrl, query });
  const organizationId = demo.organizations.acme.id;
  const [row] = await query<{ entity: string }>("SELECT billing_entity_id AS entity FROM organizations WHERE id = $1", [
    organizationId,
  ]);
  if (!row) throw new Error("The demo has no organization acme.");
  const room = await world.room({ organizationId, billingEntityId: row.entity, name: "Harbour" });
  await world.enter(room.id, ownerId, 40);
  await world.enter(room.id, demo.users.member.id, 20);
  return room.id;
}
