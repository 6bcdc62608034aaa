import { MEMBER_ROLE } from "../access/roles";
import { now } from "../platform/clock";
import { sql, type Transaction, transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import { WORKSPACE_ROOMS_MAX } from "../platform/limits";

/** A person who can be messaged directly: they share an organization with the reader. */
export interface Colleague {
  id: string;
  name: string;
  email: string;
  organizationName: string;
}

/**
 * Members can message everyone in their organizations, guests only people they share a room with, since guests do not
 * see the others. A new room belongs to the oldest shared organization.
 */
const COLLEAGUES = `
  SELECT DISTINCT ON (u.id) u.id, u.name, u.email, o.name AS "organizationName", o.id AS "organizationId",
    o.billing_entity_id AS "billingEntityId"
  FROM organization_memberships mine
  JOIN organizations o ON o.id = mine.organization_id AND o.is_active
  JOIN organization_memberships theirs ON theirs.organization_id = o.id AND theirs.user_id <> mine.user_id
  JOIN users u ON u.id = theirs.user_id
  WHERE mine.user_id = $1 AND (mine.role >= ${MEMBER_ROLE} OR EXISTS (
    SELECT 1 FROM room_members a JOIN room_members b ON b.room_id = a.room_id AND b.user_id = theirs.user_id
    JOIN rooms r ON r.id = a.room_id AND r.organization_id = o.id WHERE a.user_id = mine.user_id))`;

/** By name, up to one page; a search finds the rest. */
export function listColleagues(userId: string, search: string): Promise<Colleague[]> {
  return sql(
    "list_colleagues",
    `SELECT id, name, email, "organizationName" FROM (${COLLEAGUES} ORDER BY u.id, o.id) c
     WHERE $2 = '' OR strpos(lower(c.name), lower($2)) > 0 OR strpos(lower(c.email), lower($2)) > 0
     ORDER BY lower(c.name), c.id LIMIT $3`,
    [userId, search.trim(), WORKSPACE_ROOMS_MAX],
  );
}

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
