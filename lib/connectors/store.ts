import type { OwnerAccess } from "../access/open-owner";
import { cancelRunsOf } from "../agent-runs/run-end-store";
import { type Act, type ActName, recordAct } from "../audit/record-act";
import { now } from "../platform/clock";
import { encrypt } from "../platform/crypto";
import { type Transaction, transaction } from "../platform/db";
import { type Issue, invalid, notFound } from "../platform/errors";
import { newId } from "../platform/ids";
import { CONNECTORS_PER_ENTITY_MAX } from "../platform/limits";
import { gatewayTokenPlace } from "../platform/sealed-places";
import type { ConnectorAccess } from "./access-store";
import {
  CreateConnector,
  checkInput,
  findNetworkIssues,
  findRoomIssues,
  type GatewayKind,
  normalizeBaseUrl,
  RotateToken,
  UpdateConnector,
} from "./connector";
import { judgeGateway, readGatewayUrl } from "./gateway-address";
import { type Connector, type ConnectorRoom, readConnector } from "./read-store";
import { hasRoomChoice, listRoomChoices } from "./room-store";

type AddressVerdict = { kind: GatewayKind; baseUrl: string; problem: null } | { problem: string };
export type TypedVerdict = { kind: GatewayKind | null; problem: null } | { problem: string };

/** For a form that checks as one types; `kind` is null for a person whose words this server does not resolve. */
export async function checkTypedAddress(userId: string, text: string): Promise<TypedVerdict> {
  if (await hasRoomChoice(userId)) return checkAddress(text);
  const { problem } = readGatewayUrl(text.trim());
  return problem === null ? { kind: null, problem } : { problem };
}

async function checkAddress(text: string): Promise<AddressVerdict> {
  const verdict = await judgeGateway(text.trim());
  if (verdict.problem !== null) return { problem: verdict.problem };
  return { kind: verdict.kind, baseUrl: normalizeBaseUrl(verdict.url), problem: null };
}

type Facts = ReturnType<typeof readFacts>;
const readFacts = (input: unknown) => checkInput(UpdateConnector, input);

interface Network {
  baseUrl: string;
  publicAcceptedAt: Date | null;
  proxyAcceptedAt: Date | null;
}

/** What was accepted for another address, or for another mode, is not accepted for this one. */
async function checkNetwork(facts: Facts, before: Connector | null): Promise<Network | Issue[]> {
  const verdict = await checkAddress(facts.gatewayBaseUrl);
  if (verdict.problem !== null) return [{ path: "gatewayBaseUrl", message: verdict.problem }];
  const isSameUrl = before?.gatewayBaseUrl === verdict.baseUrl;
  const isProxied = facts.networkMode === "public_with_proxy";
  const publicBefore = isSameUrl ? before.publicAcceptedAt : null;
  const proxyBefore = isSameUrl && isProxied ? before.proxyAcceptedAt : null;
  const issues = findNetworkIssues({
    kind: verdict.kind,
    networkMode: facts.networkMode,
    acceptsPublic: facts.acceptsPublic || publicBefore !== null,
    acceptsProxy: facts.acceptsProxy || proxyBefore !== null,
  });
  if (issues.length > 0) return issues;
  return {
    baseUrl: verdict.baseUrl,
    publicAcceptedAt: verdict.kind === "public" ? (publicBefore ?? now()) : null,
    proxyAcceptedAt: isProxied ? (proxyBefore ?? now()) : null,
  };
}

function findTextIssues({ gatewayBaseUrl }: Facts): Issue[] {
  const { problem } = readGatewayUrl(gatewayBaseUrl);
  return problem === null ? [] : [{ path: "gatewayBaseUrl", message: problem }];
}

async function checkRooms(access: OwnerAccess, facts: Facts, hidden: readonly ConnectorRoom[]) {
  const choices = await listRoomChoices(access);
  const kept = facts.keepsHiddenRooms ? hidden : [];
  const chosen = [...new Set([...facts.allowedRoomIds, ...kept.map(({ id }) => id)])];
  const hasAny = choices.length + hidden.length > 0;
  return { chosen, hasAny, issues: findRoomIssues(chosen, [...choices, ...kept], facts.toolProfile) };
}

/** All that is wrong at once: nobody mends a form one line at a time. */
async function checkPlaces(access: OwnerAccess, facts: Facts, before: Connector | null) {
  const hidden = before?.rooms.filter(({ name }) => name === null) ?? [];
  const rooms = await checkRooms(access, facts, hidden);
  // Nobody makes this server resolve names who has no room to let an agent into.
  const network = rooms.hasAny ? await checkNetwork(facts, before) : findTextIssues(facts);
  if (Array.isArray(network)) throw invalid([...network, ...rooms.issues]);
  if (rooms.issues.length > 0) throw invalid(rooms.issues);
  return { network, rooms: rooms.chosen };
}

/** Throws validation_error whose issues name the field. The token is sealed, and nothing reads it back to a screen. */
export async function createConnector(access: OwnerAccess, input: CreateConnector): Promise<{ id: string }> {
  const { gatewayToken, ...given } = checkInput(CreateConnector, input);
  const facts = { ...given, keepsHiddenRooms: false };
  const { network, rooms } = await checkPlaces(access, facts, null);
  const { owner, userId } = access;
  const id = newId("conn");
  return transaction(async (tx) => {
    // One after the other for an owner, so that the count is that of the rows.
    await tx.sql("lock_billing_entity", "SELECT 1 FROM billing_entities WHERE id = $1 FOR UPDATE", [
      owner.billingEntityId,
    ]);
    const inserted = await tx.sql("insert_connector", INSERT, [
      id,
      facts.name,
      owner.kind === "organization" ? owner.id : null,
      owner.kind === "user" ? owner.id : null,
      owner.billingEntityId,
      encrypt(gatewayToken, gatewayTokenPlace(id)),
      userId,
      now(),
      CONNECTORS_PER_ENTITY_MAX,
      ...columnsOf(facts, network),
    ]);
    if (inserted.length === 0) throw invalid([{ path: "", message: "connectors_too_many" }]);
    await setRooms(tx, id, rooms);
    record(tx, "connector.create", access, [id], describeFacts(facts, network, rooms));
    return { id };
  });
}

interface ActingOwner {
  userId: string;
  owner: { billingEntityId: string };
}

function record(
  tx: Transaction,
  name: ActName,
  { userId, owner }: ActingOwner,
  connectorIds: readonly string[],
  details: Act["details"] = {},
): void {
  const scope = { billingEntityId: owner.billingEntityId };
  recordAct(tx, ...connectorIds.map((resourceId) => ({ name, userId, resourceId, scope, details })));
}

function describeFacts({ networkMode, toolProfile }: Facts, { baseUrl }: Network, roomIds: readonly string[]) {
  return { gatewayHost: new URL(baseUrl).host, networkMode, toolProfile, roomIds };
}

const INSERT = `
  INSERT INTO connectors (id, name, organization_id, user_id, billing_entity_id, gateway_token_ciphertext, created_by_id,
                          created_at, updated_at, token_set_at, gateway_base_url, agent_id, model, session_strategy,
                          tool_profile, network_mode, public_accepted_at, proxy_accepted_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $8, $8, $10, $11, $12, $13::session_strategy, $14::tool_profile,
         $15::network_mode, $16, $17
  WHERE (SELECT count(*) FROM connectors WHERE billing_entity_id = $5 AND deleted_at IS NULL) < $9
  RETURNING id`;

function columnsOf({ agentId, model, sessionStrategy, toolProfile, networkMode }: Facts, network: Network): unknown[] {
  const enums = [sessionStrategy, toolProfile, networkMode].map((value) => value.toUpperCase());
  return [network.baseUrl, agentId, model, ...enums, network.publicAcceptedAt, network.proxyAcceptedAt];
}

async function setRooms(tx: Transaction, connectorId: string, roomIds: readonly string[]): Promise<void> {
  await tx.sql("clear_connector_rooms", "DELETE FROM connector_rooms WHERE connector_id = $1", [connectorId]);
  await tx.sql(
    "insert_connector_rooms",
    "INSERT INTO connector_rooms (connector_id, room_id) SELECT $1, unnest($2::text[])",
    [connectorId, roomIds],
  );
}

export async function updateConnector(access: ConnectorAccess, input: UpdateConnector): Promise<void> {
  const facts = readFacts(input);
  const before = await readConnector(access);
  const { network, rooms } = await checkPlaces(access.ownedBy, facts, before);
  await transaction(async (tx) => {
    const updated = await tx.sql("update_connector", UPDATE, [
      access.connectorId,
      facts.name,
      now(),
      ...columnsOf(facts, network),
    ]);
    if (updated.length === 0) throw notFound();
    await setRooms(tx, access.connectorId, rooms);
    record(tx, "connector.update", access.ownedBy, [access.connectorId], describeFacts(facts, network, rooms));
  });
}

const UPDATE = `
  UPDATE connectors SET name = $2, updated_at = $3, gateway_base_url = $4, agent_id = $5, model = $6,
    session_strategy = $7::session_strategy, tool_profile = $8::tool_profile, network_mode = $9::network_mode,
    public_accepted_at = $10, proxy_accepted_at = $11
  WHERE id = $1 AND deleted_at IS NULL RETURNING id`;

/** The old token is gone at once: the next call to the gateway carries the new one. */
export async function rotateGatewayToken(access: ConnectorAccess, input: RotateToken): Promise<void> {
  const { gatewayToken } = checkInput(RotateToken, input);
  await transaction(async (tx) => {
    const rotated = await tx.sql<{ id: string }>(
      "rotate_gateway_token",
      `UPDATE connectors SET gateway_token_ciphertext = $2, token_set_at = $3, updated_at = $3
       WHERE id = $1 AND deleted_at IS NULL RETURNING id`,
      [access.connectorId, encrypt(gatewayToken, gatewayTokenPlace(access.connectorId)), now()],
    );
    record(tx, "connector.rotate_token", access.ownedBy, readIds(rotated));
  });
}

export async function enableConnector(access: ConnectorAccess): Promise<void> {
  await transaction(async (tx) => {
    const enabled = await tx.sql<{ id: string }>(
      "enable_connector",
      `UPDATE connectors SET is_enabled = true, updated_at = $2
       WHERE id = $1 AND deleted_at IS NULL AND NOT is_enabled RETURNING id`,
      [access.connectorId, now()],
    );
    record(tx, "connector.enable", access.ownedBy, readIds(enabled));
  });
}

export function disableConnector({ connectorId, ownedBy }: ConnectorAccess): Promise<void> {
  return transaction((tx) => disableConnectors(tx, [connectorId], ownedBy));
}

/** No run begins from here on, and those under way end as cancelled. */
export async function disableConnectors(
  tx: Transaction,
  connectorIds: readonly string[],
  by: ActingOwner,
): Promise<void> {
  const disabled = await tx.sql<{ id: string }>(
    "disable_connectors",
    "UPDATE connectors SET is_enabled = false, updated_at = $2 WHERE id = ANY($1) AND is_enabled RETURNING id",
    [connectorIds, now()],
  );
  await cancelRunsOf(tx, connectorIds);
  record(tx, "connector.disable", by, readIds(disabled));
}

function readIds(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

/** `typedName` must be the connector's name: it cannot be undone. Its runs stay, as the proof of what it did. */
export async function deleteConnector(access: ConnectorAccess, typedName: string): Promise<void> {
  const { name } = await readConnector(access);
  if (typedName.trim() !== name) throw invalid([{ path: "confirmation", message: "confirmation_mismatch" }]);
  await transaction(async (tx) => {
    const deleted = await tx.sql<{ id: string }>(
      "delete_connector",
      `UPDATE connectors SET deleted_at = $2, updated_at = $2, is_enabled = false, gateway_token_ciphertext = ''
       WHERE id = $1 AND deleted_at IS NULL RETURNING id`,
      [access.connectorId, now()],
    );
    await setRooms(tx, access.connectorId, []);
    await cancelRunsOf(tx, [access.connectorId]);
    record(tx, "connector.delete", access.ownedBy, readIds(deleted));
  });
}
