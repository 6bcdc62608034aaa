// SQL: rooms are named only for viewers who sit in them, and creating takes a lock.
import { IS_SHARED, isVisibleTo } from "../../access/access.sql";
import { MEMBER_ROLE } from "../../access/roles";
import { boolean, instant, integer, json, narrowed, nullable, statement, text, textArray } from "../../db/statement";
import type { ActionName, NetworkMode, SessionStrategy, ToolProfile } from "./connector";

export function seesRoom(userId: string): string {
  return `EXISTS (SELECT 1 FROM room_members vm WHERE vm.room_id = r.id AND vm.user_id = ${userId})`;
}

const selectConnectors = (p: { userId: string }) => `
  SELECT c.id, c.name, coalesce(c.organization_id, c.user_id) AS "ownerId",
    CASE WHEN c.organization_id IS NULL THEN 'user' ELSE 'organization' END AS "ownerKind",
    coalesce(o.name, w.name) AS "ownerName", c.gateway_base_url AS "gatewayBaseUrl", c.agent_id AS "agentId", c.model,
    lower(c.session_strategy::text) AS "sessionStrategy", lower(c.tool_profile::text) AS "toolProfile",
    lower(c.network_mode::text) AS "networkMode", c.is_enabled AS "isEnabled",
    coalesce(c.token_set_at, c.created_at) AS "tokenSetAt", c.public_accepted_at AS "publicAcceptedAt",
    c.proxy_accepted_at AS "proxyAcceptedAt", u.name AS "createdByName", c.created_at AS "createdAt",
    c.updated_at AS "updatedAt",
    (SELECT coalesce(json_agg(json_build_object('id', r.id, 'isShared', ${IS_SHARED},
              'name', CASE WHEN ${seesRoom(p.userId)} THEN r.name END) ORDER BY r.name, r.id), '[]')
     FROM connector_rooms cr JOIN rooms r ON r.id = cr.room_id WHERE cr.connector_id = c.id) AS rooms,
    (SELECT json_build_object('id', a.id, 'action', a.action, 'state', lower(a.state::text), 'createdAt', a.created_at)
     FROM agent_runs a WHERE a.connector_id = c.id ORDER BY a.id DESC LIMIT 1) AS "lastRun"
  FROM connectors c
  LEFT JOIN organizations o ON o.id = c.organization_id
  LEFT JOIN users w ON w.id = c.user_id
  LEFT JOIN users u ON u.id = c.created_by_id
  WHERE c.deleted_at IS NULL`;

interface LastRun {
  id: string;
  action: ActionName;
  state: "queued" | "running" | "succeeded" | "failed" | "cancelled" | "timed_out";
  createdAt: string;
}

const ROW = {
  id: text,
  name: text,
  ownerId: text,
  ownerKind: narrowed<"user" | "organization">()(text),
  ownerName: text,
  gatewayBaseUrl: text,
  agentId: nullable(text),
  model: nullable(text),
  sessionStrategy: narrowed<SessionStrategy>()(text),
  toolProfile: narrowed<ToolProfile>()(text),
  networkMode: narrowed<NetworkMode>()(text),
  isEnabled: boolean,
  tokenSetAt: instant,
  publicAcceptedAt: nullable(instant),
  proxyAcceptedAt: nullable(instant),
  createdByName: nullable(text),
  createdAt: instant,
  updatedAt: instant,
  rooms: json<{ id: string; name: string | null; isShared: boolean }[]>("json"),
  lastRun: nullable(json<LastRun>("json")),
};

export const LIST_CONNECTORS = statement({
  name: "list_connectors",
  params: { userId: text, entities: textArray },
  row: ROW,
  text: (p) => `${selectConnectors(p)} AND c.billing_entity_id = ANY(${p.entities}) ORDER BY c.id DESC`,
});

export const READ_CONNECTOR = statement({
  name: "read_connector",
  params: { userId: text, connectorId: text },
  row: ROW,
  text: (p) => `${selectConnectors(p)} AND c.id = ${p.connectorId}`,
});

export const LIST_ROOM_CHOICES = statement({
  name: "list_connector_room_choices",
  params: { userId: text, billingEntityId: text },
  row: { id: text, name: text, members: integer, isShared: boolean },
  text: (p) => `
    SELECT r.id, r.name, (SELECT count(*)::int FROM room_members m WHERE m.room_id = r.id) AS members,
      ${IS_SHARED} AS "isShared"
    FROM rooms r WHERE r.billing_entity_id = ${p.billingEntityId} AND r.room_type = 0 AND ${seesRoom(p.userId)} ORDER BY r.name, r.id`,
});

export const LIST_USABLE_CONNECTORS = statement({
  name: "list_usable_connectors",
  params: { userId: text, roomId: text },
  row: { id: text, name: text, toolProfile: narrowed<ToolProfile>()(text), isShared: boolean },
  text: (p) => `
    SELECT c.id, c.name, lower(c.tool_profile::text) AS "toolProfile", ${IS_SHARED} AS "isShared"
    FROM connector_rooms cr JOIN connectors c ON c.id = cr.connector_id AND c.is_enabled AND c.deleted_at IS NULL
    JOIN rooms r ON r.id = cr.room_id AND r.room_type = 0 AND r.billing_entity_id = c.billing_entity_id
    JOIN room_members m ON m.room_id = r.id AND m.user_id = ${p.userId} AND m.role >= ${MEMBER_ROLE}
    WHERE cr.room_id = ${p.roomId} AND ${isVisibleTo(p.userId)}
    ORDER BY c.name, c.id`,
});

/** One creation at a time per owner keeps the count exact. */
export const LOCK_CONNECTOR_OWNER = statement({
  name: "lock_connector_owner",
  params: { billingEntityId: text },
  row: {},
  text: (p) => `SELECT FROM billing_entities WHERE id = ${p.billingEntityId} FOR UPDATE`,
});
