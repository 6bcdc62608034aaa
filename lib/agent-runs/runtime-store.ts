import type { BillingContext, Caller } from "../access/caller";
import { MANAGER_ROLE } from "../access/roles";
import type { NetworkMode, SessionStrategy, ToolProfile } from "../connectors/connector";
import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { AGENT_CONTEXT_MAX_LENGTH, AGENT_CONTEXT_MESSAGES_MAX, type Plan } from "../platform/limits";
import { isoText } from "../platform/pool";
import type { Gateway } from "./gateway";
import type { PromptMessage, PromptRecord } from "./prompt";

declare const proof: unique symbol;

/** That `userId` may see this connector and run it: not that they may change it. */
export interface RunnableConnector {
  readonly [proof]: "runnable-connector";
  readonly id: string;
  readonly userId: string;
  readonly billing: BillingContext;
  readonly isEnabled: boolean;
  /** This person manages it. */
  readonly isManaged: boolean;
  readonly toolProfile: ToolProfile;
  readonly sessionStrategy: SessionStrategy;
  /** `model` on the gateway's wire: the agent's id, or the name of a default model. */
  readonly target: string;
  readonly gateway: Gateway;
}

interface ConnectorRow {
  organizationId: string | null;
  entityId: string;
  plan: Plan;
  seats: number;
  isEnabled: boolean;
  isManaged: boolean;
  toolProfile: ToolProfile;
  sessionStrategy: SessionStrategy;
  target: string;
  baseUrl: string;
  sealedToken: string;
  networkMode: NetworkMode;
  isPublicAccepted: boolean;
}

/** A person's own, or one of an active organization of theirs that they manage or whose rooms they sit in. */
const FIND = `
  SELECT c.organization_id AS "organizationId", b.id AS "entityId", b.plan::text AS plan, b.seats,
         c.is_enabled AS "isEnabled", (c.user_id IS NOT NULL OR m.role >= $3) AS "isManaged",
         lower(c.tool_profile::text) AS "toolProfile", lower(c.session_strategy::text) AS "sessionStrategy",
         coalesce(c.agent_id, c.model, '') AS target, c.gateway_base_url AS "baseUrl",
         c.gateway_token_ciphertext AS "sealedToken", lower(c.network_mode::text) AS "networkMode",
         c.public_accepted_at IS NOT NULL AS "isPublicAccepted"
  FROM connectors c JOIN billing_entities b ON b.id = c.billing_entity_id
  LEFT JOIN organizations o ON o.id = c.organization_id AND o.is_active
  LEFT JOIN organization_memberships m ON m.organization_id = o.id AND m.user_id = $2
  WHERE c.id = $1 AND c.deleted_at IS NULL AND (c.user_id = $2 OR (m.id IS NOT NULL AND (m.role >= $3 OR EXISTS (
    SELECT 1 FROM connector_rooms cr JOIN room_members rm ON rm.room_id = cr.room_id
    WHERE cr.connector_id = c.id AND rm.user_id = $2))))`;

/** One that is somebody else's, that was deleted, or that never was: the same answer. */
export async function openConnectorToRun(userId: string, connectorId: string): Promise<RunnableConnector> {
  const [row] = isId("conn", connectorId)
    ? await sql<ConnectorRow>("find_connector_to_run", FIND, [connectorId, userId, MANAGER_ROLE])
    : [];
  if (!row) throw notFound();
  const { organizationId, entityId, plan, seats, baseUrl, sealedToken, networkMode, isPublicAccepted, ...facts } = row;
  const quota = { entityId, plan, seats };
  return {
    ...facts,
    id: connectorId,
    userId,
    billing:
      organizationId === null
        ? { ...quota, kind: "individual", userId }
        : { ...quota, kind: "organization", organizationId },
    gateway: { connectorId, baseUrl, sealedToken, networkMode, isPublicAccepted },
  } as RunnableConnector;
}

/** §4: the allowlist, of normal rooms alone. */
export async function isRoomAllowed({ id }: RunnableConnector, roomId: string): Promise<boolean> {
  const rows = await sql(
    "find_allowed_room",
    `SELECT 1 FROM connector_rooms cr JOIN rooms r ON r.id = cr.room_id AND r.room_type = 0
     WHERE cr.connector_id = $1 AND cr.room_id = $2`,
    [id, roomId],
  );
  return rows.length > 0;
}

export interface RecordPlace {
  roomId: string;
  isTranscript: boolean;
}

/** Where a record lies; whether this person may know is asked of its room. */
export async function findRecordPlace(recordId: string): Promise<RecordPlace | null> {
  const rows = isId("rec", recordId)
    ? await sql<RecordPlace>(
        "find_record_place",
        `SELECT room_id AS "roomId", origin = 'TRANSCRIPT' AS "isTranscript" FROM records WHERE id = $1`,
        [recordId],
      )
    : [];
  return rows[0] ?? null;
}

/** §4 rule 5: did this person allow it in their settings? */
export async function sendsTranscripts({ actor }: Caller): Promise<boolean> {
  const rows = await sql("find_transcript_consent", "SELECT 1 FROM users WHERE id = $1 AND sends_transcripts", [
    actor.userId,
  ]);
  return rows.length > 0;
}

export async function hasBoard(roomId: string): Promise<boolean> {
  return (await sql("find_any_board", "SELECT 1 FROM boards WHERE room_id = $1 LIMIT 1", [roomId])).length > 0;
}

export async function readRecordText(roomId: string, recordId: string): Promise<PromptRecord> {
  const [record] = await sql<PromptRecord>(
    "read_record_text",
    "SELECT title, content FROM records WHERE id = $1 AND room_id = $2",
    [recordId, roomId],
  );
  if (!record) throw notFound();
  return record;
}

export interface Conversation {
  /** Oldest first. */
  messages: (PromptMessage & { id: string })[];
  /** Where the newest message's thread began; null: it is in none. */
  rootMessageId: string | null;
}

/** The newest messages of a room, as many as fit. */
export async function readConversation(roomId: string): Promise<Conversation> {
  const newest = await sql<PromptMessage & { id: string }>(
    "read_conversation",
    `SELECT m.id, coalesce(u.name, '?') AS author, ${isoText("m.created_at")} AS "sentAt", m.body
     FROM messages m LEFT JOIN users u ON u.id = m.author_id
     WHERE m.room_id = $1 ORDER BY m.room_id DESC, m.id DESC LIMIT $2`,
    [roomId, AGENT_CONTEXT_MESSAGES_MAX],
  );
  let length = 0;
  const tooMany = newest.findIndex(({ body }) => {
    length += body.length;
    return length > AGENT_CONTEXT_MAX_LENGTH;
  });
  const [last] = newest;
  return {
    messages: newest.slice(0, tooMany === -1 ? newest.length : tooMany).toReversed(),
    rootMessageId: last ? await findThreadRoot(last.id) : null,
  };
}

/** Replies may reply to replies; a chain longer than this is cut. */
const FIND_ROOT = `
  WITH RECURSIVE chain AS (
    SELECT id, reply_to_message_id, 0 AS depth FROM messages WHERE id = $1
    UNION ALL
    SELECT m.id, m.reply_to_message_id, c.depth + 1 FROM chain c JOIN messages m ON m.id = c.reply_to_message_id
    WHERE c.depth < 100
  )
  SELECT id FROM chain WHERE depth > 0 ORDER BY depth DESC LIMIT 1`;

async function findThreadRoot(messageId: string): Promise<string | null> {
  const [root] = await sql<{ id: string }>("find_thread_root", FIND_ROOT, [messageId]);
  return root?.id ?? null;
}
