import { newId } from "../../lib/platform/ids";
import type { TestDatabase } from "./database";
import { createWorld } from "./world";

interface Place {
  organizationId: string;
  billingEntityId: string;
  roomId: string;
  recordId: string;
  connectorId: string;
  ownerId: string;
}

/** Rows in the states that some acts need: a suspended tenant is resumed, a key that is recorded stops. */
export async function plantStates({ query, url }: TestDatabase, place: Place) {
  const world = createWorld({ url, query });
  const of = { organizationId: place.organizationId, billingEntityId: place.billingEntityId };
  const [suspended, held, holdable] = [
    await world.organization(),
    await world.organization(),
    await world.organization(),
  ];
  await query("UPDATE billing_entities SET suspension = $2 WHERE id = $1", [
    suspended.billingEntityId,
    JSON.stringify({ reason: "abuse", message: "Text", at: new Date().toISOString() }),
  ]);
  const ids = {
    suspendedId: suspended.billingEntityId,
    heldId: held.id,
    holdableId: holdable.id,
    holdableEntityId: holdable.billingEntityId,
    holdId: newId("hold"),
    elderAppId: (await world.oauthApp({ isConfidential: true })).id,
    recordedKeyId: (await world.apiKey(of)).id,
    secondBoardId: newId("brd"),
    busyConnectorId: newId("conn"),
    openRunId: newId("run"),
    candidateId: (await world.user()).id,
  };
  await query(
    "INSERT INTO legal_holds (id, billing_entity_id, reason, placed_by_id, placed_at) VALUES ($1, $2, 'Case', $3, now())",
    [ids.holdId, held.billingEntityId, place.ownerId],
  );
  await query("UPDATE oauth_apps SET is_active = false WHERE id = $1", [ids.elderAppId]);
  await query("UPDATE oauth_app_secrets SET expires_at = now() + interval '1 day' WHERE app_id = $1", [ids.elderAppId]);
  await query("UPDATE api_keys SET recorded_until = now() + interval '1 hour' WHERE id = $1", [ids.recordedKeyId]);
  await query("INSERT INTO boards (id, room_id, name, position, created_at) VALUES ($1, $2, 'Second', 1, now())", [
    ids.secondBoardId,
    place.roomId,
  ]);
  await query(
    "INSERT INTO record_versions (record_id, version, title, content, saved_at) VALUES ($1, 1, 'Earlier', 'Text', now())",
    [place.recordId],
  );
  await query("UPDATE records SET version = 2 WHERE id = $1", [place.recordId]);
  await world.join(place.organizationId, ids.candidateId);
  await plantOpenRun({ query, url }, place, ids);
  return ids;
}

/** Of a connector that is enabled. A process that never ends has the run. */
async function plantOpenRun(
  { query }: TestDatabase,
  { connectorId, billingEntityId, roomId, recordId, ownerId }: Place,
  { busyConnectorId, openRunId }: { busyConnectorId: string; openRunId: string },
): Promise<void> {
  await query(
    `INSERT INTO connectors (id, name, organization_id, billing_entity_id, gateway_base_url, gateway_token_ciphertext,
       agent_id, session_strategy, tool_profile, network_mode, is_enabled, created_by_id, created_at, updated_at)
     SELECT $2, 'Busy', organization_id, billing_entity_id, gateway_base_url, gateway_token_ciphertext, agent_id,
       session_strategy, tool_profile, network_mode, true, created_by_id, now(), now() FROM connectors WHERE id = $1`,
    [connectorId, busyConnectorId],
  );
  await query("INSERT INTO connector_rooms (connector_id, room_id) VALUES ($1, $2)", [busyConnectorId, roomId]);
  await query(
    `INSERT INTO agent_runs (id, connector_id, billing_entity_id, action, state, requested_by_id, room_id, record_id, input,
       units, claim_token, claimed_at, created_at, started_at)
     VALUES ($1, $2, $3, 'generate-tasks', 'RUNNING', $4, $5, $6, '{}', 20, 'other/token', now() + interval '1 day', now(), now())`,
    [openRunId, busyConnectorId, billingEntityId, ownerId, roomId, recordId],
  );
}
