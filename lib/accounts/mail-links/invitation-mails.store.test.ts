import { describe, expect, test } from "vitest";
import { createActScene } from "../../../e2e/support/scenes/act-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { join, newAddress, tokenIn, use, useMailTokens } from "../../../e2e/support/scenes/mail-tokens";
import { readTenant } from "../../admin/tenants/queries";
import { stopMails } from "../../notifications/save-preferences";
import { listInvitations } from "../../organizations/queries";
import { findReportedInvitation, invite, refuseInvitation, withdrawInvitation } from "../../people/invite";
import { INVITATIONS_PER_DAY, INVITATIONS_PER_DAY_AT_FIRST } from "../../platform/account-limits";

const database = useTestDatabase();
const { readMails, receiveToken } = useMailTokens(database);

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

  test("admits nobody once it is withdrawn, and holds no token for an existing account", async () => {
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
    // A replaced invitation is no longer mailed.
    const mails = await readMails(email);
    expect([mails.length, mails.filter(({ subject }) => subject !== null).length]).toEqual([5, 0]);
  });
});
