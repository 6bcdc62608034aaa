import { openAdministration } from "../../../lib/access/open-administration";
import { openAsPerson } from "../../../lib/access/open-as-person";
import { openOwner } from "../../../lib/access/open-owner";
import { openRoom } from "../../../lib/access/open-room";
import { hashPassword } from "../../../lib/accounts/sign-in/password";
import type { CreateConnector } from "../../../lib/agents/connectors/connector";
import { createConnector } from "../../../lib/agents/connectors/create";
import { openConnector } from "../../../lib/agents/connectors/open-connector";
import { issueKey } from "../../../lib/api-keys/issue";
import { openKey } from "../../../lib/api-keys/queries";
import { createStream } from "../../../lib/audit-log/streams/create";
import { openStream } from "../../../lib/audit-log/streams/open-stream";
import { transaction } from "../../../lib/db/transaction";
import { registerApp } from "../../../lib/oauth/apps/register-app";
import { openOrganization } from "../../../lib/organizations/open-organization";
import { listInvitations } from "../../../lib/organizations/queries";
import { invite } from "../../../lib/people/invite";
import { createRecord } from "../../../lib/records/create";
import { addComment } from "../../../lib/records/write-comment";
import { addMember } from "../../../lib/rooms/add-member";
import { registerWebhook } from "../../../lib/webhooks/settings/create";
import { openWebhook, openWebhookRoom } from "../../../lib/webhooks/settings/open-webhook";
import type { TestDatabase } from "./database";
import { createWorld } from "./world";

export const PASSWORD = "correct horse battery staple";
export const GATEWAY_TOKEN = "a-token-of-the-gateway";
export const HOOK_URL = "http://127.0.0.1:9/hook/a-secret-in-the-path";

/** Everything that must be in no row. */
export const secrets = new Set([PASSWORD, GATEWAY_TOKEN, "a-secret-in-the-path", "a-header-secret"]);

/** Made once: argon2 is slow on purpose. */
let passwordHash: Promise<string> | undefined;

/** Two tenants alike; the owner sits in both, so that only the thing acted on tells them apart. */
export async function createActScene(database: TestDatabase) {
  const world = createWorld(database);
  passwordHash ??= hashPassword(PASSWORD);
  const [owner, member, invited] = [await world.user(), await world.user({ name: "Mia" }), await world.user()];
  await database.query("UPDATE users SET is_admin = true, password_hash = $2 WHERE id = $1", [
    owner.id,
    await passwordHash,
  ]);
  const [organization, other] = [await world.organization({ seats: 9 }), await world.organization({ seats: 9 })];
  for (const { id } of [organization, other]) {
    await world.join(id, owner.id, 40);
    await world.join(id, member.id, 20);
  }
  const { id: organizationId, billingEntityId } = organization;
  const room = await world.room({ organizationId, billingEntityId });
  await world.enter(room.id, owner.id, 40);
  const ownerAccess = () => openOwner(owner.id, organizationId);
  return {
    owner,
    member,
    invited,
    organizationId,
    billingEntityId,
    otherBillingEntityId: other.billingEntityId,
    roomId: room.id,
    ownerAccess,
    open: (userId = owner.id) => openOrganization(userId, organizationId),
    openRoom: (userId = owner.id) => openAsPerson(userId, { roomId: room.id }, openRoom),
    admin: () => openAdministration(owner.id),
    token: () => world.accessToken({ userId: owner.id, billingEntityId }),
    findGrant: async () => {
      const [grant] = await database.query<{ id: string }>("SELECT id FROM oauth_grants WHERE user_id = $1", [
        owner.id,
      ]);
      return grant?.id ?? "";
    },
    async setMaker(table: "api_keys" | "webhooks" | "connectors", id: string) {
      await database.query(`UPDATE ${table} SET created_by_id = $2 WHERE id = $1`, [id, member.id]);
    },
    async key() {
      const issued = await issueKey(await ownerAccess(), { name: "Report", scopes: ["me:read"], expiresAt: null });
      secrets.add(issued.plaintext);
      return openKey(owner.id, issued.id);
    },
    async webhook() {
      const input = {
        name: "Receiver",
        url: HOOK_URL,
        events: ["message.created"],
        customHeaders: { "X-Receiver": "a-header-secret" },
      };
      const registered = await registerWebhook(await openWebhookRoom(owner.id, room.id), input);
      secrets.add(registered.secret);
      return openWebhook(owner.id, registered.id);
    },
    connectorFacts: (): CreateConnector => ({
      name: "Desk agent",
      gatewayBaseUrl: "http://127.0.0.1:9/",
      gatewayToken: GATEWAY_TOKEN,
      agentId: "main",
      sessionStrategy: "room",
      allowedRoomIds: [room.id],
      toolProfile: "read_only",
      networkMode: "private",
    }),
    async stream() {
      const created = await createStream(await ownerAccess(), { kind: "https", format: "ndjson", url: HOOK_URL });
      secrets.add(created.signingSecret ?? "");
      return openStream(owner.id, created.id);
    },
    async connector() {
      const { id } = await createConnector(await ownerAccess(), this.connectorFacts());
      return openConnector(owner.id, id);
    },
    appFacts: {
      name: "Tracker",
      developerName: "Acme Labs",
      websiteUrl: "https://example.com",
      clientType: "confidential",
      actorType: "user",
      allowedScopes: ["me:read"],
      redirectUris: ["https://example.com/cb"],
    },
    async app() {
      const { id, secret } = await registerApp(await openAdministration(owner.id), this.appFacts);
      secrets.add(secret ?? "");
      return id;
    },
    async invitation() {
      const access = await openOrganization(owner.id, organizationId);
      await invite(access, { email: invited.email, role: 20 });
      const [invitation] = await listInvitations(access);
      return invitation?.id ?? "";
    },
    message: () => world.insert("messages", { room_id: room.id, author_id: owner.id }),
    async comment() {
      const room = await this.openRoom();
      return transaction(async (tx) => {
        const { id: recordId } = await createRecord(tx, room, owner.id, { title: "Minutes" });
        const access = { room, recordId };
        return { access, commentId: await addComment(tx, access, owner.id, { body: "C", draftId: "" }) };
      });
    },
    async seatMember() {
      const access = await openAsPerson(owner.id, { roomId: room.id }, openRoom);
      await transaction((tx) => addMember(tx, access, owner.id, { userId: member.id, role: 20 }));
      return access;
    },
  };
}
export type ActScene = Awaited<ReturnType<typeof createActScene>>;
