import { afterAll } from "vitest";
import { useDemo } from "../../support/scenes/demo";
import { addThings } from "../../support/scenes/endpoint-scene";
import { connectDatabase } from "../../support/scenes/run-sql";
import { createWorld } from "../../support/scenes/world";

/** A caller, and the audit columns that must name it. */
export interface Who {
  headers: Record<string, string>;
  audit: AuditedActor;
}
interface AuditedActor {
  auth_method: string | null;
  actor_type: string | null;
  actor_id: string | null;
  user_id: string | null;
  organization_id: string | null;
  api_key_id: string | null;
  app_id: string | null;
  grant_id: string | null;
  external_token_id: string | null;
}
export const NOBODY: AuditedActor = {
  auth_method: null,
  actor_type: null,
  actor_id: null,
  user_id: null,
  organization_id: null,
  api_key_id: null,
  app_id: null,
  grant_id: null,
  external_token_id: null,
};
export const nobody = (headers: Record<string, string> = {}): Who => ({ headers, audit: NOBODY });

export function keyHolder(
  { id, key }: { id: string; key: string },
  owner: { organizationId?: string; userId?: string },
): Who {
  const audit = { ...NOBODY, auth_method: "api_key", actor_type: "app", actor_id: id, api_key_id: id };
  const of = { organization_id: owner.organizationId ?? null, user_id: owner.userId ?? null };
  return { headers: { authorization: `Bearer ${key}` }, audit: { ...audit, ...of } };
}

interface TokenOptions {
  userId: string;
  billingEntityId: string;
  organizationId?: string;
  actorType?: "USER" | "AGENT";
  scopes?: readonly string[];
  audience?: string;
  expiresAt?: Date;
}

/** A member of an organization, with a room that holds one resource of each kind. */
export interface Scene {
  organizationId: string;
  billingEntityId: string;
  userId: string;
  roomId: string;
  room: string;
  boardId: string;
  messageId: string;
  taskId: string;
  recordId: string;
  member: Who;
}

/** The demo of the running service, people of each test alone, and the headers that they send. */
export function useContract() {
  const demo = useDemo();
  const database = connectDatabase(demo.databaseUrl);
  const world = createWorld(database);
  afterAll(() => database.close());

  async function tokenHolder({
    organizationId,
    ...options
  }: TokenOptions): Promise<Who & { grantId: string; appId: string }> {
    const { token, tokenId, grantId, appId } = await world.accessToken({ audience: `${demo.baseUrl}/v1`, ...options });
    const isAgent = options.actorType === "AGENT";
    const audit = {
      auth_method: "oauth_bearer",
      actor_type: isAgent ? "agent" : "user",
      actor_id: isAgent ? appId : options.userId,
      user_id: options.userId,
      organization_id: organizationId ?? null,
      api_key_id: null,
      app_id: appId,
      grant_id: grantId,
      external_token_id: tokenId,
    };
    return { headers: { authorization: `Bearer ${token}` }, audit, grantId, appId };
  }

  async function createScene(options: { seats?: number; plan?: "STANDARD" | "UNLIMITED" } = {}): Promise<Scene> {
    const seat = await world.seat(options);
    const { userId, billingEntityId, organizationId, roomId } = seat;
    const things = await addThings(world, seat);
    const member = await tokenHolder({ userId, billingEntityId, organizationId });
    return { ...seat, ...things, room: `/v1/rooms/${roomId}`, member };
  }

  const insertRecord = ({ roomId, createdById, status }: { roomId: string; createdById: string; status?: string }) =>
    world.insert("records", { room_id: roomId, created_by_id: createdById, status });

  async function organizationKey({ organizationId, billingEntityId }: Scene, scopes?: readonly string[]): Promise<Who> {
    const key = await world.apiKey({ organizationId, billingEntityId, ...(scopes ? { scopes } : {}) });
    return keyHolder(key, { organizationId });
  }

  const org = keyHolder(demo.apiKeys.org, { organizationId: demo.organizations.acme.id });
  const readOnly = keyHolder(demo.apiKeys.orgReadOnly, { organizationId: demo.organizations.acme.id });
  const own = keyHolder(demo.apiKeys.user, { userId: demo.users.owner.id });
  const general = `/v1/rooms/${demo.rooms.general.id}`;

  return {
    demo,
    database,
    world,
    general,
    org,
    readOnly,
    own,
    tokenHolder,
    createScene,
    insertRecord,
    organizationKey,
  };
}
export type Contract = ReturnType<typeof useContract>;
