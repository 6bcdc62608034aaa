import { afterAll, describe, expect, test, vi } from "vitest";
import { type ActScene, createActScene, secrets } from "../../e2e/support/scenes/act-scene";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { createWorld } from "../../e2e/support/scenes/world";
import { createAccount } from "../accounts/profile/create-account";
import { createAdministrator, renewAdministratorPassword } from "../accounts/profile/create-administrator";
import { signInWithPassword } from "../accounts/sign-in/sign-in";
import { enableConnector } from "../agents/connectors/update";
import { openKey } from "../api-keys/queries";
import { revokeKey } from "../api-keys/revoke";
import { transaction } from "../db/transaction";
import { declineInvitation } from "../organizations/accept-invitation";
import { createOrganization } from "../organizations/create";
import { leaveOrganization } from "../people/remove-person";
import { activateWebhook } from "../webhooks/settings/activate";
import { finishRotation } from "../webhooks/settings/rotate-secret";
import { CREDENTIAL_VERBS } from "./act-credentials.cases";
import { PEOPLE_VERBS } from "./act-people.cases";
import { type Expected, mailToken, OWNER } from "./act-verbs.cases";
import { ACTIONS, type AuditActionName, recordAction } from "./record-action";

const database = useTestDatabase();
const world = createWorld(database);
const VERBS = [...CREDENTIAL_VERBS, ...PEOPLE_VERBS];
const tested = new Set<AuditActionName>();

interface Row {
  route: string;
  user: string | null;
  resource: string | null;
  organization: string | null;
  entity: string | null;
  requestId: string;
}

const READ_ROWS = `
  SELECT route, user_id AS "user", resource_id AS resource, organization_id AS organization, billing_entity_id AS entity,
         request_id AS "requestId", surface, method, status, error_code AS "errorCode", auth_method AS "authMethod",
         actor_type AS "actorType", actor_id AS "actorId", details
  FROM audit_log WHERE surface = 'session' AND id > $1 ORDER BY id`;

/** The rows that this work has written. */
async function watch(work: () => Promise<unknown>): Promise<Row[]> {
  const [last] = await database.query<{ id: string }>("SELECT coalesce(max(id), 0)::text AS id FROM audit_log");
  await work();
  return database.query<Row>(READ_ROWS, [last?.id ?? "0"]);
}

describe("every audited verb", () => {
  const cases = VERBS.map((verb) => ({
    ...verb,
    names: verb.expected.map(({ name }) => name).join(", ") || "nothing",
  }));
  test.each(cases)("writes $names", async ({ prepare, expected }) => {
    const scene = await createActScene(database);
    const act = await prepare(scene);
    let result: string | undefined;
    const rows = await watch(async () => {
      result = await act();
    });
    expect(rows.map(({ route }) => route).sort()).toEqual(expected.map(({ name }) => name).sort());
    for (const { name, resource = () => result, user = OWNER, area } of expected) {
      tested.add(name);
      const [id, actorId] = [resource(scene), user(scene)];
      expect(id).not.toBeUndefined();
      expect(rows).toContainEqual(
        expect.objectContaining({
          route: name,
          method: "ACT",
          status: 200,
          errorCode: null,
          // Nobody is signed in who acts by the link of a mail alone.
          authMethod: actorId === null ? null : "session",
          actorType: actorId === null ? null : "user",
          actorId,
          user: actorId,
          ...(id === null ? {} : { resource: id }),
          organization: area === undefined ? scene.organizationId : null,
          entity: entityOf(scene, area),
        }),
      );
    }
    for (const { entity } of rows) expect(entity).not.toBe(scene.otherBillingEntityId);
  });

  test("createOrganization writes its row in the new organization", async () => {
    const { id } = await world.user();
    let organizationId = "";
    const rows = await watch(async () => {
      organizationId = await createOrganization(id, { name: "New", description: "" });
    });
    tested.add("organization.create");
    expect(rows).toMatchObject([
      { route: "organization.create", user: id, resource: organizationId, organization: organizationId },
    ]);
  });

  test("the operator's steps for administrators write rows that name no actor", async () => {
    const email = "ada@example.test";
    secrets.add(email);
    const dismissAll = () => database.query("UPDATE users SET is_admin = false");
    await dismissAll();
    const { id } = await world.user();
    await database.query("UPDATE users SET email = $2 WHERE id = $1", [id, email]);
    const read = async (work: () => Promise<{ kind: string }>, kind: string) =>
      watch(async () => expect(await work()).toMatchObject({ kind }));
    const ada = { email, name: "Ada" };
    const promoted = await read(() => createAdministrator(ada), "promoted");
    const kept = await read(() => createAdministrator(ada), "kept");
    const renewed = await read(() => renewAdministratorPassword(email), "renewed");
    await dismissAll();
    const created = await read(() => createAdministrator({ email: "eve@example.test", name: "Eve" }), "created");
    const [eve] = await database.query<{ id: string }>("SELECT id FROM users WHERE email = 'eve@example.test'");
    const common = { user: null, actorId: null, authMethod: null, status: 200, details: { by: "svc-server setup" } };
    expect([promoted, kept, renewed, created]).toMatchObject([
      [{ ...common, route: "administrator.promote", resource: id }],
      [],
      [{ ...common, route: "administrator.renew_password", resource: id }],
      [{ ...common, route: "administrator.create", resource: eve?.id }],
    ]);
    for (const name of ["create", "promote", "renew_password"] as const) tested.add(`administrator.${name}`);
  });

  test("createAccount writes its row in the new person's own area", async () => {
    vi.stubEnv("SVC_MAILBOX", "true");
    vi.stubEnv("SVC_SIGN_UP", "open");
    resetShared();
    const token = await mailToken("sign_up", "new-person@example.test");
    let id = "";
    const rows = await watch(async () => {
      const created = await createAccount({ token, name: "Nea", password: "a passphrase of hers", locale: "en" });
      id = created?.user.id ?? "";
    });
    vi.unstubAllEnvs();
    resetShared();
    tested.add("account.create");
    secrets.add("a passphrase of hers");
    expect(rows).toMatchObject([{ route: "account.create", user: id, resource: id, organization: null }]);
  });

  test("every act has a verb above", () => {
    expect([...tested].sort()).toEqual([...ACTIONS].sort());
  });
});

function entityOf(scene: ActScene, area: Expected["area"]): string | null {
  if (area === "own area") return scene.owner.billingEntityId;
  return area === "service" ? null : scene.billingEntityId;
}

describe("failed sign-ins", () => {
  const readFailures = (email: string) =>
    watch(() =>
      signInWithPassword(
        { email, password: "not-the-password-1234" },
        { address: "192.0.2.1", deviceCookie: undefined },
      ),
    );

  test("name a known account, and no account otherwise", async () => {
    const { owner } = await createActScene(database);
    secrets.add("not-the-password-1234");
    secrets.add("hunter2@example.test");
    const failure = { route: "session.start", status: 401, errorCode: "unauthenticated" };
    expect(await readFailures(owner.email)).toMatchObject([
      { ...failure, user: owner.id, entity: owner.billingEntityId },
    ]);
    expect(await readFailures("hunter2@example.test")).toMatchObject([
      { ...failure, user: null, actorId: null, entity: null },
    ]);
  });
});

describe("acts and their transactions", () => {
  test("acts without a change write no row", async () => {
    const scene = await createActScene(database);
    const [key, webhook, connector] = [await scene.key(), await scene.webhook(), await scene.connector()];
    await revokeKey(key, "Report");
    const rows = await watch(async () => {
      await revokeKey(key, "Report");
      await activateWebhook(webhook);
      await finishRotation(webhook);
      await enableConnector(connector);
      await declineInvitation(scene.invited.id, "inv_none");
    });
    expect(rows).toEqual([]);
  });

  test("an act that is rolled back leaves no row", async () => {
    const { owner } = await createActScene(database);
    const rows = await watch(() =>
      transaction((tx) => {
        recordAction(tx, { name: "account.update", userId: owner.id, resourceId: owner.id, scope: "own area" });
        throw new Error("undone");
      }).catch(() => undefined),
    );
    expect(rows).toEqual([]);
  });

  test("a change that cannot be recorded is rolled back", async () => {
    const scene = await createActScene(database);
    const access = await scene.key();
    await database.query("ALTER TABLE audit_log ADD CONSTRAINT full_disk CHECK (route <> 'api_key.revoke') NOT VALID");
    await expect(revokeKey(access, "Report")).rejects.toThrow("full_disk");
    await database.query("ALTER TABLE audit_log DROP CONSTRAINT full_disk");
    expect((await openKey(scene.owner.id, access.key.id)).key.state).toBe("active");
  });

  test("the rows of one act share a request id", async () => {
    const scene = await createActScene(database);
    await scene.seatMember();
    const access = await scene.open(scene.member.id);
    const rows = await watch(() => leaveOrganization(access, access.name));
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ requestId }) => requestId)).size).toBe(1);
  });
});

afterAll(async () => {
  const rows = await database.query<{ text: string }>("SELECT a::text AS text FROM audit_log a");
  const texts = rows.map(({ text }) => text).join("\n");
  expect(rows.length).toBeGreaterThan(VERBS.length);
  for (const secret of secrets) expect(secret !== "" && texts.includes(secret)).toBe(false);
});
