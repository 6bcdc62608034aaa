// SQL: joins that have no relation in the schema, and bounded reads of each room.
import { SUSPENSION } from "../../access/suspension";
import { isoText } from "../../db/pool";
import { boolean, instantText, integer, limit, narrowed, nullable, statement, text } from "../../db/statement";
import type { Plan } from "../../platform/limits";
import type { NetworkMode, SessionStrategy, ToolProfile } from "../connectors/connector";
import { seesRoom } from "../connectors/connectors.sql";

export const FIND_RUNNABLE_CONNECTOR = statement({
  name: "find_runnable_connector",
  params: { connectorId: text, userId: text, managerRole: integer },
  row: {
    organizationId: nullable(text),
    entityId: text,
    plan: narrowed<Plan>()(text),
    seats: integer,
    suspension: SUSPENSION,
    isEnabled: boolean,
    isManaged: boolean,
    toolProfile: narrowed<ToolProfile>()(text),
    sessionStrategy: narrowed<SessionStrategy>()(text),
    target: text,
    baseUrl: text,
    sealedToken: text,
    networkMode: narrowed<NetworkMode>()(text),
    isPublicAccepted: boolean,
  },
  text: (p) => `
    SELECT c.organization_id AS "organizationId", b.id AS "entityId", b.plan::text AS plan, b.seats, b.suspension,
      c.is_enabled AS "isEnabled", (c.user_id IS NOT NULL OR m.role >= ${p.managerRole}) AS "isManaged",
      lower(c.tool_profile::text) AS "toolProfile", lower(c.session_strategy::text) AS "sessionStrategy",
      coalesce(c.agent_id, c.model, '') AS target, c.gateway_base_url AS "baseUrl",
      c.gateway_token_ciphertext AS "sealedToken", lower(c.network_mode::text) AS "networkMode",
      c.public_accepted_at IS NOT NULL AS "isPublicAccepted"
    FROM connectors c JOIN billing_entities b ON b.id = c.billing_entity_id
    LEFT JOIN organizations o ON o.id = c.organization_id AND o.is_active
    LEFT JOIN organization_memberships m ON m.organization_id = o.id AND m.user_id = ${p.userId}
    WHERE c.id = ${p.connectorId} AND c.deleted_at IS NULL AND (c.user_id = ${p.userId} OR (m.id IS NOT NULL AND (m.role >= ${p.managerRole} OR EXISTS (
      SELECT 1 FROM connector_rooms cr JOIN room_members rm ON rm.room_id = cr.room_id
      WHERE cr.connector_id = c.id AND rm.user_id = ${p.userId}))))`,
});

export const LIST_RECORDS_TO_RUN = statement({
  name: "list_records_to_run",
  params: { connectorId: text, userId: text, limit },
  row: { id: text, title: text, roomName: text, isTranscript: boolean },
  text: (p) => `
    SELECT d.id, d.title, r.name AS "roomName", d.origin = 'TRANSCRIPT' AS "isTranscript"
    FROM connector_rooms cr JOIN rooms r ON r.id = cr.room_id AND r.room_type = 0
    JOIN LATERAL (SELECT x.* FROM records x WHERE x.room_id = r.id ORDER BY x.id DESC LIMIT ${p.limit}) d ON true
    WHERE cr.connector_id = ${p.connectorId} AND ${seesRoom(p.userId)} ORDER BY d.id DESC LIMIT ${p.limit}`,
});

export const READ_CONVERSATION = statement({
  name: "read_conversation",
  params: { roomId: text, limit },
  row: { id: text, author: text, sentAt: instantText, body: text },
  text: (p) => `
    SELECT m.id, coalesce(u.name, '?') AS author, ${isoText("m.created_at")} AS "sentAt", m.body
    FROM messages m LEFT JOIN users u ON u.id = m.author_id
    WHERE m.room_id = ${p.roomId} AND m.deleted_at IS NULL ORDER BY m.room_id DESC, m.id DESC LIMIT ${p.limit}`,
});

export const FIND_THREAD_ROOT = statement({
  name: "find_thread_root",
  params: { messageId: text },
  row: { id: text },
  text: (p) => `
    WITH RECURSIVE chain AS (
      SELECT id, reply_to_message_id, 0 AS depth FROM messages WHERE id = ${p.messageId}
      UNION ALL
      SELECT m.id, m.reply_to_message_id, c.depth + 1 FROM chain c JOIN messages m ON m.id = c.reply_to_message_id
      WHERE c.depth < 100
    )
    SELECT id FROM chain WHERE depth > 0 ORDER BY depth DESC LIMIT 1`,
});
