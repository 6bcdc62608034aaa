import { describe, expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { enter, join, newAddress, PASSWORD, tokenIn, useMailTokens } from "../../../e2e/support/scenes/mail-tokens";
import { createWorld } from "../../../e2e/support/scenes/world";
import { openOwner } from "../../access/open-owner";
import { issueKey } from "../../api-keys/issue";
import { notifyPeople } from "../../notifications/notify-people";
import { endAccess, endAccessByMail } from "../../people/end-access";
import { newId } from "../../platform/ids";
import { startSession } from "../sessions/start-session";
import { setPassword } from "./set-password";
import { findMailToken } from "./use-mail-token";
import { writePasskeyMail } from "./write-account-mails";

const database = useTestDatabase();
const world = createWorld(database);
const { readMails, receiveToken } = useMailTokens(database);

const EVERYTHING = { passkeys: 1, grants: 1, personal: 1, organization: 1 };

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

  test("ends a concurrent sign-in with the old password and starts one with the new", async () => {
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

  test("keeps passkeys, apps and keys unless their removal is chosen", async () => {
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

  test("refuses a link for another purpose", async () => {
    const user = await world.user();
    expect(await join(await receiveToken("password_reset", user.email))).toBeNull();
    expect(await setPassword(await receiveToken("sign_up", newAddress()), PASSWORD)).toBeNull();
  });
});

describe("the link “This was not me”", () => {
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
