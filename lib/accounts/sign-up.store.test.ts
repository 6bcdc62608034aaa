import pg from "pg";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createActScene } from "../../e2e/support/act-scene";
import { useTestDatabase } from "../../e2e/support/database";
import { resetShared } from "../../e2e/support/shared-state";
import { createWorld } from "../../e2e/support/world";
import { WRITERS } from "../../inngest/mail";
import { openOwner } from "../access/open-owner";
import { issueKey } from "../api-keys/issue";
import { drainMails } from "../mail/drain";
import { notifyPeople } from "../notifications/notify-people";
import { stopMails } from "../notifications/stop-mails";
import { endAccess, endAccessByMail } from "../offboarding/end-access";
import { joinByMail } from "../onboarding/join-by-mail";
import { findReportedInvitation, refuseInvitation } from "../onboarding/refuse-invitation";
import { listInvitations } from "../organizations/invitations-query";
import { invite, withdrawInvitation } from "../organizations/invite";
import { INVITATIONS_PER_DAY, INVITATIONS_PER_DAY_AT_FIRST } from "../platform/account-limits";
import { newId } from "../platform/ids";
import { readTenant } from "../tenants/queries";
import { MAILS_PER_ADDRESS, MAILS_PER_CLIENT, requestMail } from "./request-mail";
import { setPassword } from "./set-password";
import { signInWithPassword } from "./sign-in";
import { startSession } from "./start-session";
import { findMailToken } from "./use-mail-token";
import { writePasskeyMail } from "./write-account-mails";

const database = useTestDatabase();
const world = createWorld(database);
const PASSWORD = "a horse that reads the mail";

function use(env: Record<string, string>): void {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  resetShared();
}
beforeEach(() => use({ SVC_MAILBOX: "true", SVC_SIGN_UP: "open" }));
afterAll(() => vi.unstubAllEnvs());

let clients = 0;
/** A client of its own for each request, so that only the limit of the address counts. */
const ask = (kind: "sign_up" | "password_reset", email: string, more: { address?: string; locale?: string } = {}) =>
  requestMail({ kind, email, address: `198.51.100.${++clients % 250}`, locale: "en", ...more });
const newAddress = () => `${newId("usr")}@example.com`;

interface Kept {
  subject: string | null;
  text: string | null;
  problem: string | null;
}
async function readMails(recipient: string): Promise<Kept[]> {
  await drainMails(WRITERS);
  return database.query<Kept>("SELECT subject, text, problem FROM mails WHERE recipient = $1 ORDER BY created_at, id", [
    recipient,
  ]);
}
const tokenIn = (mail: Kept | undefined) => /[?&]token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
async function receiveToken(kind: "sign_up" | "password_reset", email: string): Promise<string> {
  await ask(kind, email);
  return tokenIn((await readMails(email)).at(-1));
}
const join = (token: string, password = PASSWORD) => joinByMail({ token, name: "Ann", password, locale: "ja" });
const enter = (email: string, password: string) =>
  signInWithPassword({ email, password }, { address: "192.0.2.9", deviceCookie: undefined });

const EVERYTHING = { passkeys: 1, grants: 1, personal: 1, organization: 1 };

/** Someone with a passkey, an app, a key of their own and one of their organization. */
async function createHolder() {
  const [{ id, email }, organization] = [await world.user(), await world.organization()];
  await world.join(organization.id, id, 40);
  await database.query(
    `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, name, is_backed_up, created_at)
     VALUES ($1, $2, $1, '', 0, 'Laptop', false, now())`,
    [newId("pky"), id],
  );
  await world.accessToken({ userId: id, billingEntityId: organization.billingEntityId });
  for (const owner of [id, organization.id])
    await issueKey(await openOwner(id, owner), { name: "Report", scopes: ["me:read"], expiresAt: null });
  const readAccess = async () => {
    const [row] = await database.query(
      `SELECT (SELECT count(*)::int FROM passkeys WHERE user_id = $1) AS passkeys,
         (SELECT count(*)::int FROM oauth_grants WHERE user_id = $1 AND revoked_at IS NULL) AS grants,
         (SELECT count(*)::int FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL) AS personal,
         (SELECT count(*)::int FROM api_keys WHERE organization_id = $2 AND revoked_at IS NULL) AS organization`,
      [id, organization.id],
    );
    return row;
  };
  return { id, email, readAccess };
}

/** The result, and every statement that was sent for it. */
async function watch<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  const result = await work();
  const statements = spy.mock.calls.map(([given]: unknown[]) =>
    typeof given === "string" ? given : String((given as { text?: unknown }).text),
  );
  spy.mockRestore();
  // A connection plans a statement once.
  return { result, statements: statements.filter((text) => !/^(?:SET|RESET) enable/.test(text)) };
}

describe("signing up", () => {
  test("the link of the mail makes an account that its password opens; the database holds neither", async () => {
    const email = newAddress();
    const token = await receiveToken("sign_up", email);
    expect(await join(token)).toMatchObject({ user: { email, name: "Ann", locale: "ja" }, organizationId: null });
    expect(await enter(email, PASSWORD)).toMatchObject({ kind: "signed_in" });
    const rows = await database.query("SELECT row_to_json(t)::text AS row FROM mail_tokens t WHERE email = $1", [
      email,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
    const acts = await database.query("SELECT 1 FROM audit_log WHERE route = 'account.create'");
    expect(acts.length).toBeGreaterThan(0);
  });

  test("of twenty uses at once, of two links of one address, one makes the account", async () => {
    const email = newAddress();
    const tokens = [await receiveToken("sign_up", email), await receiveToken("sign_up", email)];
    expect(new Set(tokens).size).toBe(2);
    const joined = await Promise.all(Array.from({ length: 20 }, (_, n) => join(tokens[n % 2] ?? "")));
    expect(joined.filter((result) => result !== null)).toHaveLength(1);
    expect(await join(tokens[1] ?? "")).toBeNull();
  });

  test("an address with an account gets other words by mail, after the same answer and the same statements", async () => {
    const known = await world.user();
    const unknown = newAddress();
    const ofKnown = await watch(() => ask("sign_up", known.email));
    expect(ofKnown).toEqual(await watch(() => ask("sign_up", unknown)));
    expect(ofKnown.statements.length).toBeGreaterThan(3);
    expect(ofKnown.statements.join("\n")).not.toContain("users");
    expect((await readMails(known.email))[0]).toMatchObject({ subject: "You already have an account at Lintel" });
    expect(tokenIn((await readMails(known.email))[0])).toBe("");
    expect(tokenIn((await readMails(unknown))[0])).not.toBe("");
  });

  test("a link expires, and a password that is weak leaves it as it was", async () => {
    const email = newAddress();
    const token = await receiveToken("sign_up", email);
    for (const weak of ["short", email, "aaaaaaaaaaaaaaaa", "x".repeat(1_025)])
      await expect(join(token, weak)).rejects.toMatchObject({ code: "validation_error" });
    await database.query("UPDATE mail_tokens SET expires_at = now() - interval '1 second' WHERE email = $1", [email]);
    expect(await join(token)).toBeNull();
    expect(await join("x".repeat(43))).toBeNull();
  });

  test("closed, no link works and none is sent; invited, only for open invitations", async () => {
    const email = newAddress();
    const token = await receiveToken("sign_up", email);
    use({ SVC_SIGN_UP: "closed" });
    expect(await join(token)).toBeNull();
    use({ SVC_SIGN_UP: "invited" });
    expect(await join(token)).toBeNull();
    expect(await receiveToken("sign_up", email)).toBe("");
  });

  test("the mail speaks the language of the browser that asked, or of the account", async () => {
    const [email, known] = [newAddress(), await world.user()];
    await database.query("UPDATE users SET locale = 'ja' WHERE id = $1", [known.id]);
    await ask("sign_up", email, { locale: "ja" });
    await ask("password_reset", known.email, { locale: "en" });
    expect((await readMails(email))[0]?.subject).toBe("Lintel：メールアドレスの確認");
    expect((await readMails(known.email))[0]?.subject).toBe("Lintel：パスワードの再設定");
  });
});

describe("limits", () => {
  test("of requests at once only as many pass as an address or a client may have", async () => {
    const email = newAddress();
    const toOne = await Promise.all(Array.from({ length: 12 }, () => ask("password_reset", email)));
    expect(toOne.filter(({ kind }) => kind === "queued")).toHaveLength(MAILS_PER_ADDRESS);
    expect(toOne.find(({ kind }) => kind === "limited")).toMatchObject({ retryAfterSeconds: expect.any(Number) });
    // Addresses of one /64 are one client.
    const byOne = await Promise.all(
      Array.from({ length: 20 }, (_, n) => ask("sign_up", newAddress(), { address: `2001:db8:1:2::${n}` })),
    );
    expect(byOne.filter(({ kind }) => kind === "queued")).toHaveLength(MAILS_PER_CLIENT);
  });
});

describe("a new password", () => {
  test("ends every session, tells the person, and works once of twenty times at once", async () => {
    const user = await world.user();
    await startSession(user.id, null);
    const token = await receiveToken("password_reset", user.email);
    const results = await Promise.all(Array.from({ length: 20 }, () => setPassword(token, PASSWORD)));
    expect(results.filter((result) => result !== null)).toHaveLength(1);
    expect(await database.query("SELECT 1 FROM sessions WHERE user_id = $1 AND ended_at IS NULL", [user.id])).toEqual(
      [],
    );
    expect(await enter(user.email, PASSWORD)).toMatchObject({ kind: "signed_in" });
    const told = (await readMails(user.email)).at(-1);
    expect(told?.subject).toBe("Your password for Lintel was changed");
    expect(told?.text).not.toContain("still sign in");
  });

  test("ends a sign-in with the old one that is under way, and one with the new one begins", async () => {
    const user = await world.user();
    const oldToken = await receiveToken("password_reset", user.email);
    expect(await setPassword(oldToken, "the password of long ago")).not.toBeNull();
    const begin = async (password: string) => {
      const entered = await enter(user.email, password);
      if (entered.kind !== "signed_in") throw new Error(entered.kind);
      return () => startSession(user.id, null, entered.user);
    };
    const [early, late] = [await begin("the password of long ago"), await begin("the password of long ago")];
    await early();
    const token = await receiveToken("password_reset", user.email);
    const settled = await Promise.allSettled([early(), setPassword(token, PASSWORD), early()]);
    expect(settled[1]).toMatchObject({ status: "fulfilled", value: { id: user.id } });
    await expect(late()).rejects.toMatchObject({ code: "validation_error" });
    const open = () => database.query("SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL", [user.id]);
    expect(await open()).toEqual([]);
    const id = await (await begin(PASSWORD))();
    expect(await open()).toEqual([{ id }]);
  });

  test("names in its mail the passkeys that still sign in, which may be an intruder's", async () => {
    const user = await world.user();
    for (const name of ["Laptop", "Phone"]) {
      const row = [newId("pky"), user.id, name];
      await database.query(
        `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, name, is_backed_up, created_at)
         VALUES ($1, $2, $1, '', 0, $3, false, now())`,
        row,
      );
    }
    expect(await setPassword(await receiveToken("password_reset", user.email), PASSWORD)).not.toBeNull();
    expect((await readMails(user.email)).at(-1)?.text).toContain("still sign in: “Phone” and “Laptop”.");
  });

  test("removes passkeys, apps and personal keys with it, and leaves those of others and of the organization", async () => {
    const [mine, theirs] = [await createHolder(), await createHolder()];
    const token = await receiveToken("password_reset", mine.email);
    expect(await setPassword(token, PASSWORD, endAccess)).not.toBeNull();
    expect(await mine.readAccess()).toEqual({ passkeys: 0, grants: 0, personal: 0, organization: 1 });
    expect(await theirs.readAccess()).toEqual(EVERYTHING);
    const acts = await database.query<{ route: string }>(
      "SELECT route FROM audit_log WHERE user_id = $1 ORDER BY route",
      [mine.id],
    );
    expect(acts.map(({ route }) => route)).toEqual(
      expect.arrayContaining(["account.reset_password", "api_key.revoke", "oauth_grant.revoke", "passkey.remove"]),
    );
  });

  test("keeps them otherwise", async () => {
    const holder = await createHolder();
    expect(await setPassword(await receiveToken("password_reset", holder.email), PASSWORD)).not.toBeNull();
    expect(await holder.readAccess()).toEqual(EVERYTHING);
  });

  test("an unknown address gets no mail, and a mail that is sent again does not open its link again", async () => {
    const [stranger, user] = [newAddress(), await world.user()];
    expect(await receiveToken("password_reset", stranger)).toBe("");
    const token = await receiveToken("password_reset", user.email);
    expect(await setPassword(token, PASSWORD)).not.toBeNull();
    await database.query("UPDATE mails SET due_at = now() - interval '1 second', sent_at = NULL WHERE recipient = $1", [
      user.email,
    ]);
    const [again] = await readMails(user.email);
    expect(tokenIn(again)).toBe(token);
    expect(await setPassword(token, "another password of theirs")).toBeNull();
  });

  test("the link of one purpose is none of the other", async () => {
    const user = await world.user();
    expect(await join(await receiveToken("password_reset", user.email))).toBeNull();
    expect(await setPassword(await receiveToken("sign_up", newAddress()), PASSWORD)).toBeNull();
  });
});

describe("the link “This was not me”", () => {
  /** The mail that tells of a new password, which an intruder may have set. */
  async function receiveLink(email: string): Promise<string> {
    await setPassword(await receiveToken("password_reset", email), PASSWORD);
    return tokenIn((await readMails(email)).at(-1));
  }

  test("ends every session and all access, clears the password, and works once", async () => {
    const holder = await createHolder();
    const token = await receiveLink(holder.email);
    await startSession(holder.id, null);
    expect(await findMailToken(token, "not_me")).toMatchObject({ email: holder.email });
    const results = await Promise.all([endAccessByMail(token), endAccessByMail(token)]);
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await holder.readAccess()).toEqual({ passkeys: 0, grants: 0, personal: 0, organization: 1 });
    expect(await enter(holder.email, PASSWORD)).toMatchObject({ kind: "refused" });
    const open = "SELECT 1 FROM sessions WHERE user_id = $1 AND ended_at IS NULL";
    expect(await database.query(open, [holder.id])).toEqual([]);
  });

  test("sets no password, and the link of a new password ends no access", async () => {
    const holder = await createHolder();
    expect(await setPassword(await receiveLink(holder.email), "another password of theirs")).toBeNull();
    expect(await endAccessByMail(await receiveToken("password_reset", holder.email))).toBe(false);
    expect(await holder.readAccess()).toEqual(EVERYTHING);
  });

  test("is in the mail of an added passkey and of a new device", async () => {
    const [user, at] = [await world.user(), new Date()];
    const mail = {
      id: newId("mail"),
      recipient: user.email,
      locale: "en",
      createdAt: at,
      expiresAt: at,
      attempts: 1,
    } as const;
    const facts = { change: "added", name: "Laptop" };
    const added = await writePasskeyMail({ ...mail, kind: "passkey_changed", facts });
    expect(added?.text).toContain("/not-me?token=");
    await startSession(user.id, null);
    await startSession(user.id, "curl/8.5.0");
    await notifyPeople();
    const told = (await readMails(user.email)).at(-1);
    expect(told?.text).toContain("/not-me?token=");
  });
});

describe("an invitation", () => {
  test("is mailed to a person with an account until they want no such mail; its link ends that, and is not for others", async () => {
    const scene = await createActScene(database);
    const email = newAddress();
    await invite(await scene.open(), { email: scene.invited.email, role: 20 });
    await invite(await scene.open(), { email, role: 20 });
    const [known] = await readMails(scene.invited.email);
    expect(known?.text).toContain(`/unsubscribe?link=${scene.invited.id}~invitation.received~`);
    expect((await readMails(email))[0]?.text).not.toContain("/unsubscribe");
    await stopMails({ userId: scene.invited.id, kinds: ["invitation.received"] });
    await invite(await scene.open(), { email: scene.invited.email, role: 30 });
    expect((await readMails(scene.invited.email)).map(({ text }) => text === null)).toEqual([false, true]);
  });

  test("leads through sign-up into its organization, where sign-up is for invited people", async () => {
    use({ SVC_SIGN_UP: "invited" });
    const [scene, email] = [await createActScene(database), newAddress()];
    await invite(await scene.open(), { email, role: 20 });
    const [mail] = await readMails(email);
    expect(mail?.text).toContain("invites you to join");
    expect(await join(tokenIn(mail))).toMatchObject({ user: { email }, organizationId: scene.organizationId });
    expect(await receiveToken("sign_up", newAddress())).toBe("");
  });

  test("one that was withdrawn lets nobody in, and one for an account holds no token", async () => {
    use({ SVC_SIGN_UP: "invited" });
    const [scene, email] = [await createActScene(database), newAddress()];
    const access = await scene.open();
    await invite(access, { email, role: 20 });
    await invite(access, { email: scene.invited.email, role: 20 });
    const token = tokenIn((await readMails(email))[0]);
    const sent = (await listInvitations(access)).find((invitation) => invitation.email === email);
    await withdrawInvitation(access, sent?.id ?? "");
    expect(await join(token)).toBeNull();
    const [known] = await readMails(scene.invited.email);
    expect(known?.text).not.toContain("/sign-up/confirm");
    expect(known?.text).toContain("/settings/organizations");
  });

  test("names nobody in its subject, and holds no link of its sender's making", async () => {
    const [scene, email] = [await createActScene(database), newAddress()];
    await database.query("UPDATE organizations SET name = 'Win at https://evil.example' WHERE id = $1", [
      scene.organizationId,
    ]);
    await database.query("UPDATE users SET name = 'www.evil.example a@evil.example' WHERE id = $1", [scene.owner.id]);
    await invite(await scene.open(), { email, role: 20 });
    const [mail] = await readMails(email);
    expect(mail?.subject).toBe("You have an invitation at Lintel");
    expect(mail?.text).toContain("Win at https evil. example");
    expect(mail?.text).not.toMatch(/evil\.example|@evil/);
  });

  test("has a quota a day for its sender and its organization, and a smaller one for a new account", async () => {
    const scene = await createActScene(database);
    await database.query("UPDATE billing_entities SET seats = 200 WHERE id = $1", [scene.billingEntityId]);
    const fill = async (count: number) => {
      for (let n = 0; n < count; n += 1) await invite(await scene.open(), { email: newAddress(), role: 20 });
    };
    const more = async (userId = scene.owner.id) => invite(await scene.open(userId), { email: newAddress(), role: 20 });
    const REFUSED = { details: { issues: [{ path: "email", message: "invitations_many" }] } };
    await database.query("UPDATE users SET created_at = now() WHERE id = $1", [scene.owner.id]);
    await fill(INVITATIONS_PER_DAY_AT_FIRST);
    await expect(more()).rejects.toMatchObject(REFUSED);
    await database.query("UPDATE users SET created_at = now() - interval '2 days' WHERE id = ANY($1)", [
      [scene.owner.id, scene.member.id],
    ]);
    await fill(INVITATIONS_PER_DAY - INVITATIONS_PER_DAY_AT_FIRST);
    await expect(more()).rejects.toMatchObject(REFUSED);
    // Another manager has a quota of their own, and the organization has none left.
    await database.query("UPDATE organization_memberships SET role = 30 WHERE user_id = $1", [scene.member.id]);
    await expect(more(scene.member.id)).rejects.toMatchObject(REFUSED);
  });

  test("ends when it is reported, and its organization cannot invite the address again", async () => {
    const [scene, email] = [await createActScene(database), newAddress()];
    const access = await scene.open();
    await invite(access, { email, role: 20 });
    const [mail] = await readMails(email);
    const token = /report-invitation\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(await findReportedInvitation(token)).toMatchObject({ email });
    const reported = await Promise.all([refuseInvitation(token), refuseInvitation(token)]);
    expect(reported.filter(Boolean)).toHaveLength(1);
    expect(await findReportedInvitation(token)).toBeNull();
    expect(await listInvitations(access)).toEqual([]);
    expect(await join(tokenIn(mail))).toMatchObject({ organizationId: null });
    const [row] = await database.query<{ id: string }>("SELECT id FROM invitations WHERE email = $1", [email]);
    await withdrawInvitation(access, row?.id ?? "");
    await expect(invite(access, { email, role: 20 })).rejects.toMatchObject({
      details: { issues: [{ path: "email", message: "invitation_reported" }] },
    });
    expect(await readTenant(await scene.admin(), scene.billingEntityId)).toMatchObject({ reportedInvitations: 1 });
  });

  test("is mailed a few times a day, however often it is made", async () => {
    const [scene, email] = [await createActScene(database), newAddress()];
    await database.query("UPDATE users SET created_at = now() - interval '2 days' WHERE id = $1", [scene.owner.id]);
    for (let n = 0; n < 8; n += 1) await invite(await scene.open(), { email, role: 20 });
    // Of replaced invitations nothing is said any more.
    const mails = await readMails(email);
    expect([mails.length, mails.filter(({ subject }) => subject !== null).length]).toEqual([5, 0]);
  });
});
