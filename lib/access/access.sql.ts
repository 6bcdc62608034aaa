// SQL: requests pass these, and others build their conditions from them.

import { boolean, instant, integer, json, narrowed, nullable, statement, text, textArray } from "../db/statement";
import { SESSION_IDLE_MS } from "../platform/account-limits";
import type { Plan } from "../platform/limits";
import { MANAGER_ROLE } from "./roles";
import { SUSPENSION } from "./suspension";

export function isVisibleTo(userId: string): string {
  return `(r.organization_id IS NULL OR EXISTS (
    SELECT 1 FROM organization_memberships o WHERE o.organization_id = r.organization_id AND o.user_id = ${userId}))`;
}

export function isOpenInvitation(at: string): string {
  return `i.expires_at > ${at} AND i.reported_at IS NULL AND EXISTS (
    SELECT FROM organization_memberships s
    WHERE s.organization_id = i.organization_id AND s.user_id = i.invited_by_id
      AND s.role >= greatest(i.role, ${MANAGER_ROLE}))`;
}

/** An organization's key has no user, and needs no seat. */
export const FIND_ROOMS = statement({
  name: "find_rooms",
  params: { asked: json<string>("json") },
  row: { n: integer, organizationId: nullable(text), role: nullable(integer) },
  text: (p) => `
    SELECT q.n, r.organization_id AS "organizationId", m.role
    FROM json_to_recordset(${p.asked}::json) AS q(n int, room text, entity text, "user" text, direct boolean)
    JOIN rooms r ON r.id = q.room AND r.billing_entity_id = q.entity AND (r.room_type = 0 OR q.direct)
    LEFT JOIN room_members m ON m.room_id = r.id AND m.user_id = q."user"
    WHERE q."user" IS NULL OR (m.id IS NOT NULL AND ${isVisibleTo(`q."user"`)})`,
});

export const FIND_ROOM_BILLING = statement({
  name: "find_room_billing",
  params: { roomId: text, userId: text },
  row: {
    entityId: text,
    plan: narrowed<Plan>()(text),
    seats: integer,
    suspension: SUSPENSION,
    organizationId: nullable(text),
  },
  text: (p) => `
    SELECT b.id AS "entityId", b.plan::text AS plan, b.seats, b.suspension, r.organization_id AS "organizationId"
    FROM room_members m JOIN rooms r ON r.id = m.room_id JOIN billing_entities b ON b.id = r.billing_entity_id
    WHERE m.room_id = ${p.roomId} AND m.user_id = ${p.userId}`,
});

/**
 * A room is shared when a member belongs to an organization other than the room's own. A personal room is shared when
 * anyone but its owner belongs to one.
 */
export const IS_SHARED = `EXISTS (
  SELECT 1 FROM room_members sm JOIN organization_memberships so ON so.user_id = sm.user_id
  WHERE sm.room_id = r.id AND so.organization_id IS DISTINCT FROM r.organization_id
    AND (r.organization_id IS NOT NULL
         OR sm.user_id <> (SELECT su.id FROM users su WHERE su.billing_entity_id = r.billing_entity_id)))`;

export const IS_SHARED_ROOM = statement({
  name: "is_shared_room",
  params: { roomId: text },
  row: { isShared: boolean },
  text: (p) => `SELECT ${IS_SHARED} AS "isShared" FROM rooms r WHERE r.id = ${p.roomId}`,
});

export function isOpenSession(at: string): string {
  return `s.ended_at IS NULL AND s.expires_at > ${at}
    AND s.last_used_at > ${at}::timestamptz - interval '${SESSION_IDLE_MS / 1000} seconds'`;
}

export const FIND_ENDED_SESSIONS = statement({
  name: "find_ended_sessions",
  params: { sessionIds: textArray, now: instant },
  row: { id: text },
  text: (p) => `
    SELECT given.id FROM unnest(${p.sessionIds}::text[]) AS given(id)
    WHERE NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = given.id AND ${isOpenSession(p.now)})`,
});
