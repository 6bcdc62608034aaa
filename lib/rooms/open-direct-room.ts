import { MEMBER_ROLE } from "../access/roles";
import { now } from "../platform/clock";
import { type Transaction, transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import { COLLEAGUES } from "./queries";

/** The direct messages of these two people that both can see; the older room if there are two. */
const FIND_DIRECT = `
  SELECT r.id FROM room_members a
  JOIN rooms r ON r.id = a.room_id AND r.room_type = 1
  JOIN room_members b ON b.room_id = r.id AND b.user_id = $2
  WHERE a.user_id = $1
    AND (SELECT count(*) FROM organization_memberships o WHERE o.organization_id = r.organization_id AND o.user_id IN ($1, $2)) = 2
    AND (SELECT count(*) FROM room_members c WHERE c.room_id = r.id) = 2
  ORDER BY r.id LIMIT 1`;

/**
 * Finds or creates the room of two people. A person without a shared organization counts as missing. Two concurrent
 * calls are serialized and get the same room.
 */
export function openDirectRoom(userId: string, colleagueId: string): Promise<string> {
  return transaction(async (tx) => {
    const colleague = isId("usr", colleagueId) ? await findColleague(tx, userId, colleagueId) : undefined;
    if (!colleague) throw notFound();
    const pair = [userId, colleagueId].sort().join(" ");
    await tx.sql("lock_direct_pair", "SELECT pg_advisory_xact_lock(hashtextextended($1, 20262))", [pair]);
    const [found] = await tx.sql<{ id: string }>("find_direct_room", FIND_DIRECT, [userId, colleagueId]);
    return found?.id ?? (await createDirectRoom(tx, userId, colleague));
  });
}

interface Partner {
  id: string;
  organizationId: string;
  billingEntityId: string;
}

async function findColleague(tx: Transaction, userId: string, colleagueId: string): Promise<Partner | undefined> {
  const [colleague] = await tx.sql<Partner>("find_colleague", `${COLLEAGUES} AND u.id = $2 ORDER BY u.id, o.id`, [
    userId,
    colleagueId,
  ]);
  return colleague;
}

/** The room's name is never shown: each sees the other person's name. */
async function createDirectRoom(tx: Transaction, userId: string, partner: Partner): Promise<string> {
  const roomId = newId("room");
  await tx.sql(
    "create_direct_room",
    `WITH room AS (
       INSERT INTO rooms (id, name, room_type, organization_id, billing_entity_id, created_by_id, created_at, updated_at)
       VALUES ($1, 'Direct messages', 1, $2, $3, $4, $5, $5) RETURNING id)
     INSERT INTO room_members (id, room_id, user_id, role, created_at)
     SELECT m.id, room.id, m."user", $6, $5 FROM room, unnest($7::text[], $8::text[]) AS m(id, "user")`,
    [
      roomId,
      partner.organizationId,
      partner.billingEntityId,
      userId,
      now(),
      MEMBER_ROLE,
      [newId("mem"), newId("mem")],
      [userId, partner.id],
    ],
  );
  return roomId;
}
