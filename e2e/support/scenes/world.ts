import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createSecret } from "../../../lib/access/credentials/key-secret";
import { SCOPES } from "../../../lib/access/scopes";
import { type IdPrefix, newEventId, newId } from "../../../lib/platform/ids";
import type { TestDatabase } from "./database";
import { runSql } from "./run-sql";

/** Columns that a test rarely names: the prefix of its id, the times of now, and others. */
const TABLES = {
  agent_runs: { id: "run", times: ["created_at"], input: {}, sent_ids: [], units: 20 },
  api_keys: { id: "key", times: ["created_at"], name: "Key", created_by_id: "usr_test" },
  approvals: { id: "apr", times: ["created_at"] },
  audit_streams: { id: "aus", times: ["created_at"], kind: "https", format: "ndjson", since_transaction_id: 0 },
  billing_entities: { id: "bil", times: ["created_at"], kind: "ORGANIZATION" },
  boards: { id: "brd", times: ["created_at"], name: "Board", position: 0 },
  comment_places: { times: ["read_at"] },
  connector_rooms: { times: [] },
  connectors: {
    id: "conn",
    times: ["created_at", "updated_at"],
    name: "Connector",
    gateway_base_url: "http://127.0.0.1:9",
    gateway_token_ciphertext: "",
    agent_id: "main",
    session_strategy: "ROOM",
    tool_profile: "MESSAGE_WRITER",
    network_mode: "PRIVATE",
  },
  deliveries: { times: ["created_at"], object_type: "record", object_id: "rec_1", attempts: 1 },
  delivery_attempts: { id: "whd", times: ["delivered_at"], attempt: 1, payload: "{}", request_headers: {} },
  events: { times: ["created_at"], object_type: "record", object_id: "rec_1" },
  files: { id: "file", times: ["created_at"], file_name: "a.txt", mime_type: "text/plain", source: "CHAT" },
  invitations: { id: "inv", times: ["created_at"], role: 20, expires_at: new Date(Date.now() + 604_800_000) },
  legal_holds: { id: "hold", times: ["placed_at"], reason: "Case 7", placed_by_id: "usr" },
  messages: { id: "msg", times: ["created_at", "updated_at"], body: "Message" },
  notifications: { times: ["created_at"] },
  oauth_access_tokens: { id: "tok", times: ["created_at"] },
  oauth_app_secrets: { id: "sec", times: ["created_at"] },
  oauth_apps: {
    id: "app",
    times: ["created_at", "updated_at"],
    name: "App",
    developer_name: "Developer",
    client_type: "PUBLIC",
    allowed_scopes: SCOPES,
    redirect_uris: [],
    created_by_id: "usr_test",
  },
  oauth_client_documents: { id: "cid", times: ["created_at", "found_at", "checked_at"] },
  oauth_grant_events: { times: ["at"] },
  oauth_grants: { id: "grant", times: ["created_at"] },
  organization_memberships: { id: "mem", times: ["created_at"] },
  organizations: { id: "org", times: ["created_at"] },
  record_comments: { id: "cmt", times: ["created_at", "updated_at"], body: "Comment" },
  record_versions: { times: ["saved_at"], version: 1, title: "Earlier", content: "Text" },
  records: { id: "rec", times: ["created_at", "updated_at"], title: "Record" },
  room_members: { id: "mem", times: ["created_at"] },
  rooms: { id: "room", times: ["created_at", "updated_at"], name: "Room" },
  sessions: { id: "ses", times: ["created_at", "last_used_at"], expires_at: new Date(Date.now() + 86_400_000) },
  tasks: { id: "task", times: ["created_at", "updated_at"], title: "Task" },
  users: { id: "usr", times: ["created_at"], name: "Test Person" },
  webhook_listeners: { times: ["created_at", "used_at"], device_name: "A laptop" },
  webhook_secrets: { times: ["created_at"], role: "CURRENT" },
  webhooks: {
    id: "wh",
    times: ["created_at", "updated_at"],
    name: "Webhook",
    url: "https://hooks.example.com/in",
    events: ["message.created"],
    api_version: "2026-06-09",
  },
} as const satisfies Record<string, { id?: IdPrefix; times: readonly string[] } & Record<string, unknown>>;

type Plan = "STANDARD" | "UNLIMITED";
export type World = ReturnType<typeof createWorld>;

/** The database of a running demo. */
export function openDemoWorld({ databaseUrl }: { databaseUrl: string }): World {
  return createWorld({ query: (text, values) => runSql(databaseUrl, text, values) });
}

/**
 * Small worlds for tests: each call creates its own rows, so tests of one file do not interfere.
 *
 *   const world = createWorld(database);
 *   const acme = await world.organization({ seats: 3 });
 *   const key = await world.apiKey({ organizationId: acme.id, billingEntityId: acme.billingEntityId });
 */
export function createWorld({ query }: Pick<TestDatabase, "query">) {
  /** A row, and its id. Objects become JSON. */
  async function insert(table: keyof typeof TABLES, columns: Record<string, unknown> = {}): Promise<string> {
    const { id: prefix, times, ...usual } = TABLES[table] as { id?: IdPrefix; times: readonly string[] };
    const at = Object.fromEntries(times.map((name) => [name, new Date()]));
    const given = Object.entries(columns).filter(([, value]) => value !== undefined);
    const row = { ...(prefix ? { id: newId(prefix) } : {}), ...at, ...usual, ...Object.fromEntries(given) };
    const names = Object.keys(row);
    const places = names.map((_, n) => `$${n + 1}`);
    await query(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${places.join(", ")})`, Object.values(row));
    return row.id ?? "";
  }

  /** The billing entity of an organization, or of a person's own area. */
  async function findPayer(id: string): Promise<string> {
    const table = id.startsWith("org_") ? "organizations" : "users";
    const [owner] = await query<{ id: string }>(`SELECT billing_entity_id AS id FROM ${table} WHERE id = $1`, [id]);
    return owner?.id ?? "";
  }

  const billingEntity = (options: { kind?: "INDIVIDUAL" | "ORGANIZATION"; plan?: Plan; seats?: number } = {}) =>
    insert("billing_entities", { plan: "STANDARD", seats: 1, ...options });

  async function user({ name, plan }: { name?: string; plan?: Plan } = {}) {
    const id = newId("usr");
    const email = `${id}@example.test`;
    const billingEntityId = await billingEntity({ kind: "INDIVIDUAL", ...(plan ? { plan } : {}) });
    await insert("users", { id, email, name, billing_entity_id: billingEntityId });
    return { id, email, billingEntityId };
  }

  async function organization(options: { seats?: number; plan?: Plan } = {}) {
    const id = newId("org");
    const billingEntityId = await billingEntity(options);
    await insert("organizations", { id, name: `Organization ${id}`, billing_entity_id: billingEntityId });
    return { id, billingEntityId };
  }

  const join = (organizationId: string, userId: string, role = 20) =>
    insert("organization_memberships", { organization_id: organizationId, user_id: userId, role });

  async function room(options: {
    organizationId?: string | null;
    billingEntityId: string;
    roomType?: number;
    name?: string;
  }) {
    const { organizationId = null, billingEntityId, roomType = 0, name } = options;
    const place = { organization_id: organizationId, billing_entity_id: billingEntityId };
    return { id: await insert("rooms", { ...place, room_type: roomType, name }) };
  }

  const enter = (roomId: string, userId: string, role: number | null = 20) =>
    insert("room_members", { room_id: roomId, user_id: userId, role });

  /** A person in a room, of an organization of their own or in their own area. */
  async function seat(options: { seats?: number; plan?: Plan; role?: number; isPersonal?: boolean } = {}) {
    const { role = 20, isPersonal = false, seats = 50, ...more } = options;
    const [{ id: organizationId, ...org }, person] = [await organization({ seats, ...more }), await user()];
    await join(organizationId, person.id);
    const { billingEntityId } = isPersonal ? person : org;
    const { id: roomId } = await room({ organizationId: isPersonal ? null : organizationId, billingEntityId });
    await enter(roomId, person.id, role);
    return { organizationId, billingEntityId, userId: person.id, roomId };
  }

  async function apiKey(options: {
    organizationId?: string;
    userId?: string;
    billingEntityId: string;
    scopes?: readonly string[];
    environment?: "live" | "test";
    expiresAt?: Date;
    revokedAt?: Date;
    allowedNetworks?: readonly string[];
  }) {
    const { environment = "test", scopes = SCOPES, allowedNetworks = [] } = options;
    const { last4, hashIndex, hash, plaintext } = createSecret(environment);
    const id = await insert("api_keys", {
      environment,
      last4,
      hash_index: hashIndex,
      hash,
      scopes: [...scopes],
      organization_id: options.organizationId,
      user_id: options.userId,
      billing_entity_id: options.billingEntityId,
      created_by_id: options.userId,
      expires_at: options.expiresAt,
      revoked_at: options.revokedAt,
      allowed_networks: [...allowedNetworks],
    });
    return { id, key: plaintext };
  }

  /** A registered app; with a secret, a confidential one. */
  async function oauthApp(
    options: {
      isConfidential?: boolean;
      actorType?: "USER" | "AGENT";
      allowedScopes?: readonly string[];
      redirectUris?: string[];
    } = {},
  ): Promise<{ id: string; clientId: string; clientSecret?: string; redirectUris: string[] }> {
    const { isConfidential = false, redirectUris = ["https://app.example.test/callback"] } = options;
    const id = newId("app");
    await insert("oauth_apps", {
      id,
      client_id: id,
      client_type: isConfidential ? "CONFIDENTIAL" : "PUBLIC",
      actor_type: options.actorType ?? "USER",
      allowed_scopes: options.allowedScopes,
      redirect_uris: redirectUris,
    });
    if (!isConfidential) return { id, clientId: id, redirectUris };
    const clientSecret = `svc_cs_${randomBytes(32).toString("base64url")}`;
    await insert("oauth_app_secrets", { app_id: id, hash: sha256(clientSecret), last4: clientSecret.slice(-4) });
    return { id, clientId: id, clientSecret, redirectUris };
  }

  /** A token of a person (or of an agent for that person), through an app of its own. */
  async function accessToken(options: {
    userId: string;
    billingEntityId: string;
    scopes?: readonly string[];
    audience?: string;
    actorType?: "USER" | "AGENT";
    appId?: string;
    expiresAt?: Date;
  }) {
    const { userId, billingEntityId, scopes = SCOPES, audience = "http://localhost:3000/v1" } = options;
    const appId = options.appId ?? (await oauthApp({ actorType: options.actorType ?? "USER", redirectUris: [] })).id;
    const until = { scopes: [...scopes], expires_at: options.expiresAt ?? new Date(Date.now() + 3_600_000) };
    const owner = { app_id: appId, user_id: userId, billing_entity_id: billingEntityId };
    const grantId = await insert("oauth_grants", { ...owner, ...until, audience });
    const token = `svc_at_${randomBytes(32).toString("base64url")}`;
    const tokenId = await insert("oauth_access_tokens", { hash: sha256(token), grant_id: grantId, ...until });
    return { token, appId, grantId, tokenId };
  }

  /** An event with its delivery and one attempt, whose id is returned, as the engine leaves them. */
  async function attempt(options: {
    webhookId: string;
    roomId: string;
    eventRoomId?: string;
    billingEntityId: string;
    event?: string;
    state?: string;
    columns?: Record<string, unknown>;
  }) {
    const { webhookId, roomId, billingEntityId, event = "record.created", state = "SUCCEEDED", columns } = options;
    const [eventId, deliveryId, at] = [newEventId(), randomUUID(), new Date()];
    await insert("events", { id: eventId, type: event, room_id: options.eventRoomId ?? roomId, created_at: at });
    const fact = { event_id: eventId, event_type: event, event_at: at };
    await insert("deliveries", {
      id: deliveryId,
      webhook_id: webhookId,
      ...fact,
      billing_entity_id: billingEntityId,
      state,
    });
    const payload = {
      id: eventId,
      type: event,
      apiVersion: "2026-06-09",
      createdAt: at,
      organizationId: "org_1",
      roomId,
    };
    const object = event.startsWith("message.") ? { id: "msg_1", type: "message" } : { id: "rec_1", type: "record" };
    return insert("delivery_attempts", {
      webhook_id: webhookId,
      delivery_id: deliveryId,
      event,
      event_id: eventId,
      success: state === "SUCCEEDED",
      finalized_at: at,
      payload: JSON.stringify({ ...payload, data: { object } }),
      ...columns,
    });
  }

  return {
    query,
    insert,
    findPayer,
    billingEntity,
    user,
    organization,
    join,
    room,
    enter,
    seat,
    board: async (roomId: string) => ({ id: await insert("boards", { room_id: roomId }) }),
    apiKey,
    oauthApp,
    accessToken,
    attempt,
    async useUpUnits(billingEntityId: string, units: number): Promise<void> {
      const month = `${new Date().toISOString().slice(0, 7)}-01`;
      await query(
        "INSERT INTO unit_ledger (billing_entity_id, month, confirmed, reserved) VALUES ($1, $2, $3, 0) ON CONFLICT (billing_entity_id, month) DO UPDATE SET confirmed = $3",
        [billingEntityId, month, units],
      );
    },
  };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
