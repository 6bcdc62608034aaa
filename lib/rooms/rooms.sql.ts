import { newestOf } from "../platform/page";
import { isoText } from "../platform/pool";
import { listStatement } from "../platform/read-page";
import { instantText, integer, limit, nullable, statement, text } from "../platform/statement";

const COLUMNS = `r.id, r.name, r.room_type AS "roomType", r.organization_id AS "organizationId",
  r.created_by_id AS "createdById", ${isoText("r.created_at")} AS "createdAt", ${isoText("r.updated_at")} AS "updatedAt"`;

const ROW = {
  id: text,
  name: text,
  roomType: integer,
  organizationId: nullable(text),
  createdById: nullable(text),
  createdAt: instantText,
  updatedAt: instantText,
};

export const LIST_ROOMS_OF_ENTITY = listStatement({
  name: "list_rooms_of_entity",
  row: ROW,
  select: `SELECT ${COLUMNS} FROM rooms r WHERE r.room_type = 0 AND`,
  owner: "r.billing_entity_id",
  id: "r.id",
});

export const LIST_ROOMS_OF_USER = statement({
  name: "list_rooms_of_user",
  params: [text, text, limit, text],
  row: ROW,
  text: `
    SELECT ${COLUMNS} FROM room_members m
    JOIN rooms r ON r.id = m.room_id AND r.billing_entity_id = $4 AND r.room_type = 0
    WHERE (r.organization_id IS NULL OR EXISTS (
      SELECT 1 FROM organization_memberships o WHERE o.organization_id = r.organization_id AND o.user_id = $1))
      AND ${newestOf("m.user_id", "m.room_id")}`,
});

export const LIST_MEMBERS = listStatement({
  name: "list_members",
  row: { membershipId: text, userId: text, role: nullable(integer), joinedAt: nullable(text), displayName: text },
  select: `SELECT m.id AS "membershipId", m.user_id AS "userId", m.role, NULL AS "joinedAt", u.name AS "displayName"
    FROM room_members m JOIN users u ON u.id = m.user_id WHERE`,
  owner: "m.room_id",
  id: "m.id",
});
