import { IS_SHARED } from "../access/access.sql";
import type { OwnerAccess } from "../access/open-owner";
import type { RunState } from "../agent-runs/run";
import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import type { ConnectorAccess } from "./access-store";
import type { ActionName, NetworkMode, SessionStrategy, ToolProfile } from "./connector";
import { seesRoom } from "./room-store";

export interface ConnectorRoom {
  id: string;
  /** null: one that this manager does not sit in. */
  name: string | null;
  isShared: boolean;
}

export interface Connector {
  id: string;
  name: string;
  ownerId: string;
  ownerKind: "user" | "organization";
  ownerName: string;
  gatewayBaseUrl: string;
  agentId: string | null;
  model: string | null;
  sessionStrategy: SessionStrategy;
  toolProfile: ToolProfile;
  networkMode: NetworkMode;
  isEnabled: boolean;
  rooms: ConnectorRoom[];
  lastRun: { id: string; action: ActionName; state: RunState; createdAt: string } | null;
  tokenSetAt: Date;
  publicAcceptedAt: Date | null;
  proxyAcceptedAt: Date | null;
  createdByName: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** $1 is who looks: rooms that they do not sit in have no name for them. The token is not among the columns. */
const SELECT = `
  SELECT c.id, c.name, coalesce(c.organization_id, c.user_id) AS "ownerId",
         CASE WHEN c.organization_id IS NULL THEN 'user' ELSE 'organization' END AS "ownerKind",
         coalesce(o.name, w.name) AS "ownerName", c.gateway_base_url AS "gatewayBaseUrl", c.agent_id AS "agentId", c.model,
         lower(c.session_strategy::text) AS "sessionStrategy", lower(c.tool_profile::text) AS "toolProfile",
         lower(c.network_mode::text) AS "networkMode", c.is_enabled AS "isEnabled",
         coalesce(c.token_set_at, c.created_at) AS "tokenSetAt", c.public_accepted_at AS "publicAcceptedAt",
         c.proxy_accepted_at AS "proxyAcceptedAt", u.name AS "createdByName", c.created_at AS "createdAt",
         c.updated_at AS "updatedAt",
         (SELECT coalesce(json_agg(json_build_object('id', r.id, 'isShared', ${IS_SHARED},
                   'name', CASE WHEN ${seesRoom("$1")} THEN r.name END) ORDER BY r.name, r.id), '[]')
          FROM connector_rooms cr JOIN rooms r ON r.id = cr.room_id WHERE cr.connector_id = c.id) AS rooms,
         (SELECT json_build_object('id', a.id, 'action', a.action, 'state', lower(a.state::text), 'createdAt', a.created_at)
          FROM agent_runs a WHERE a.connector_id = c.id ORDER BY a.id DESC LIMIT 1) AS "lastRun"
  FROM connectors c
  LEFT JOIN organizations o ON o.id = c.organization_id
  LEFT JOIN users w ON w.id = c.user_id
  LEFT JOIN users u ON u.id = c.created_by_id
  WHERE c.deleted_at IS NULL`;

/** Newest first. */
export async function listConnectors(accesses: readonly OwnerAccess[]): Promise<Connector[]> {
  const [userId, entities] = [accesses[0]?.userId, accesses.map(({ owner }) => owner.billingEntityId)];
  return sql<Connector>("list_connectors", `${SELECT} AND c.billing_entity_id = ANY($2) ORDER BY c.id DESC`, [
    userId,
    entities,
  ]);
}

export async function readConnector({ connectorId, userId }: ConnectorAccess): Promise<Connector> {
  const [row] = await sql<Connector>("read_connector", `${SELECT} AND c.id = $2`, [userId, connectorId]);
  if (!row) throw notFound();
  return row;
}
