import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { untilOneWaits } from "../../e2e/support/scenes/watched-database";
import { createWorld } from "../../e2e/support/scenes/world";
import { openAdministration } from "../access/open-administration";
import { setSeats } from "../admin/tenants/set-seats";
import { pageValues } from "../db/page";
import { query, transaction } from "../db/transaction";
import { eraseExpiredInvitations, invite, withdrawInvitation } from "../people/invite";
import { acceptInvitation, declineInvitation } from "./accept-invitation";
import { changeRole } from "./change-membership";
import { createOrganization } from "./create";
import { openOrganization, openOrganizations } from "./open-organization";
import { LIST_ORGANIZATIONS } from "./organizations.sql";
import { countSeatUse, listInvitations, listPeople, listReceivedInvitations, readPerson } from "./queries";
import { changeSeats, updateOrganization } from "./update";

const database = useTestDatabase();
const world = createWorld(database);
const reason = (message: string) => ({ details: { issues: [expect.objectContaining({ message })] } });

async function makeOrganization(roles: readonly number[], seats = 10) {
  const { id, billingEntityId } = await world.organization({ seats });
  const made = await Promise.all(roles.map(() => world.user()));
  for (const [n, person] of made.entries()) await world.join(id, person.id, roles[n]);
  const people = (n: number) => made[n] ?? { id: "usr_none", email: "none@example.test", billingEntityId: "" };
  return { id, billingEntityId, people, open: (n: number) => openOrganization(people(n).id, id) };
}

async function readRoles(organizationId: string) {
  const rows = await database.query<{ role: number }>(
    "SELECT role FROM organization_memberships WHERE organization_id = $1 ORDER BY role DESC, id",
    [organizationId],
  );
  return rows.map(({ role }) => role);
}

describe("organization", () => {
  it("starts with one seat, taken by its owner, and the units of one seat", async () => {
    const user = await world.user();
    const id = await createOrganization(user.id, { name: " Initech ", description: " " });
    const access = await openOrganization(user.id, id);
    expect(access).toMatchObject({ name: "Initech", description: null, role: 40, seats: 1, plan: "STANDARD" });
    expect(access.billingEntityId).not.toBe(user.billingEntityId);
    expect(await countSeatUse(access)).toEqual({ members: 1, owners: 1, invited: 0 });
  });

  it("is limited in number per owner, also under concurrency", async () => {
    const user = await world.user();
    const results = await Promise.allSettled(
      Array.from({ length: 14 }, () => createOrganization(user.id, { name: "More", description: "" })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(await openOrganizations(user.id)).toHaveLength(10);
    await expect(createOrganization(user.id, { name: "x", description: "" })).rejects.toMatchObject(
      reason("organizations_too_many"),
    );
  });

  it("is active on /v1 unless it is suspended", async () => {
    const { id, billingEntityId } = await makeOrganization([40]);
    const readActive = async () => {
      const [row] = await query(LIST_ORGANIZATIONS, { ...pageValues(id, { limit: 1, after: null }), userId: null });
      return row?.isActive;
    };
    expect(await readActive()).toBe(true);
    const suspension = { reason: "payment", message: "Ask us.", at: new Date() };
    await database.query("UPDATE billing_entities SET suspension = $2 WHERE id = $1", [billingEntityId, suspension]);
    expect(await readActive()).toBe(false);
    await database.query("UPDATE billing_entities SET suspension = NULL WHERE id = $1", [billingEntityId]);
    await database.query("UPDATE organizations SET is_active = false WHERE id = $1", [id]);
    expect(await readActive()).toBe(true);
  });

  it("is hidden from others and when inactive", async () => {
    const { id, people } = await makeOrganization([40]);
    const stranger = await world.user();
    await expect(openOrganization(stranger.id, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(openOrganization(people(0).id, "org_'\u0000")).rejects.toMatchObject({ code: "not_found" });
    await database.query("UPDATE organizations SET is_active = false WHERE id = $1", [id]);
    await expect(openOrganization(people(0).id, id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("shows its people to members, not to guests or other organizations", async () => {
    const { open, people } = await makeOrganization([40, 20, 10]);
    expect((await listPeople(await open(1))).map(({ role }) => role)).toEqual([40, 20, 10]);
    expect(await listPeople(await open(1), people(2).email)).toMatchObject([{ userId: people(2).id }]);
    await expect(listPeople(await open(2))).rejects.toMatchObject({ code: "forbidden" });
    const stranger = await world.user();
    await expect(readPerson(await open(0), stranger.id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("lets managers change its name and description", async () => {
    const { open } = await makeOrganization([30, 20]);
    await updateOrganization(await open(0), { name: "New", description: "Two\r\nlines" });
    expect(await open(1)).toMatchObject({ name: "New", description: "Two\nlines" });
    const update = async (n: number, name: string, description = "") =>
      updateOrganization(await open(n), { name, description });
    await expect(update(1, "Mine")).rejects.toMatchObject(reason("managers_only"));
    await expect(update(0, "x", "y".repeat(501))).rejects.toMatchObject(reason("description_too_long"));
    await expect(update(0, "x", "\u0000")).rejects.toMatchObject(reason("description_unreadable"));
  });
});

describe("seats", () => {
  it("lets owners change seats, never below the taken ones", async () => {
    const { open } = await makeOrganization([40, 30, 20], 5);
    await invite(await open(1), { email: "new@example.test", role: 20 });
    for (const [typed, message] of [
      ["3", "seats_taken"],
      ["0", "seats_out_of_range"],
      ["10001", "seats_out_of_range"],
      ["-1", "seats_unreadable"],
      ["1e3", "seats_unreadable"],
      ["", "seats_unreadable"],
    ] as const)
      await expect(changeSeats(await open(0), typed)).rejects.toMatchObject(reason(message));
    await expect(changeSeats(await open(1), "8")).rejects.toMatchObject({
      code: "forbidden",
      ...reason("owners_only"),
    });
    expect(await changeSeats(await open(0), " 4 ")).toBe(4);
    expect((await open(0)).seats).toBe(4);
  });

  it("limits owners to the operator's number and lets an administrator exceed it", async () => {
    const { open } = await makeOrganization([40], 5);
    const admin = await world.user();
    await database.query("UPDATE users SET is_admin = true WHERE id = $1", [admin.id]);
    expect(await changeSeats(await open(0), "10")).toBe(10);
    await expect(changeSeats(await open(0), "11")).rejects.toMatchObject(reason("seats_by_administrator"));
    const { billingEntityId } = await open(0);
    await setSeats(await openAdministration(admin.id), billingEntityId, "200");
    expect((await open(0)).seats).toBe(200);
    expect(await changeSeats(await open(0), "150")).toBe(150);
    await expect(changeSeats(await open(0), "151")).rejects.toMatchObject(reason("seats_by_administrator"));
  });

  it("never exceeds the seats with concurrent invitations", async () => {
    const { id, open } = await makeOrganization([40, 30], 5);
    const accesses = [await open(0), await open(1)];
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => {
        const access = accesses[n % 2];
        if (!access) throw new Error("No access.");
        return invite(access, { email: `p${n}@example.test`, role: 20 });
      }),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    await expect(invite(await open(0), { email: "p99@example.test", role: 20 })).rejects.toMatchObject(
      reason("seats_full"),
    );
    const rows = await database.query("SELECT 1 FROM invitations WHERE organization_id = $1", [id]);
    expect(rows).toHaveLength(3);
  });
});

describe("invitation", () => {
  it("gives the same result with and without an account and belongs to its address", async () => {
    const { id, open } = await makeOrganization([40]);
    const [known, other] = await Promise.all([world.user(), world.user()]);
    const answers = [
      await invite(await open(0), { email: ` ${known.email.toUpperCase()} `, role: 30 }),
      await invite(await open(0), { email: "nobody@example.test", role: 30 }),
    ];
    expect(answers).toEqual([undefined, undefined]);
    const facts = (await listInvitations(await open(0))).map(({ email, role, invitedByName, ...rest }) => [
      email,
      role,
      invitedByName,
      Object.keys(rest).sort(),
    ]);
    expect(facts).toEqual([
      ["nobody@example.test", 30, "Test Person", ["expiresAt", "id"]],
      [known.email, 30, "Test Person", ["expiresAt", "id"]],
    ]);
    const [received] = await listReceivedInvitations(known.id);
    expect(received).toMatchObject({ organizationId: id, role: 30 });
    expect(await listReceivedInvitations(other.id)).toEqual([]);
    const invitationId = received?.id ?? "";
    await expect(acceptInvitation(other.id, invitationId)).rejects.toMatchObject(reason("invitation_gone"));
    await declineInvitation(other.id, invitationId);
    await expect(openOrganization(known.id, id)).rejects.toMatchObject({ code: "not_found" });
    expect(await acceptInvitation(known.id, invitationId)).toBe(id);
    expect(await openOrganization(known.id, id)).toMatchObject({ role: 30 });
    await expect(acceptInvitation(known.id, invitationId)).rejects.toMatchObject(reason("invitation_gone"));
    await expect(invite(await open(0), { email: known.email, role: 20 })).rejects.toMatchObject(
      reason("already_member"),
    );
  });

  it("creates one member when accepted ten times at once", async () => {
    const { id, open } = await makeOrganization([40]);
    const user = await world.user();
    await invite(await open(0), { email: user.email, role: 20 });
    const [received] = await listReceivedInvitations(user.id);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => acceptInvitation(user.id, received?.id ?? "")),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readRoles(id)).toEqual([40, 20]);
  });

  it("is gone when it is declined while it is accepted", async () => {
    const { id, open } = await makeOrganization([40]);
    const user = await world.user();
    await invite(await open(0), { email: user.email, role: 20 });
    const [received] = await listReceivedInvitations(user.id);
    const invitationId = received?.id ?? "";
    const accepted = await transaction(async (tx) => {
      await tx.prisma.invitation.delete({ where: { id: invitationId } });
      const accepting = Promise.allSettled([acceptInvitation(user.id, invitationId)]);
      await untilOneWaits(database);
      return { accepting };
    });
    expect(await accepted.accepting).toMatchObject([{ status: "rejected", reason: reason("invitation_gone") }]);
    expect(await readRoles(id)).toEqual([40]);
  });

  it("is void and frees its seat once its sender lost the role or left", async () => {
    const { open, people } = await makeOrganization([40, 30], 3);
    const user = await world.user();
    await invite(await open(1), { email: user.email, role: 30 });
    const [received] = await listReceivedInvitations(user.id);
    await changeRole(await open(0), { userId: people(1).id, role: 20 });
    expect(await listReceivedInvitations(user.id)).toEqual([]);
    expect(await listInvitations(await open(0))).toEqual([]);
    await expect(acceptInvitation(user.id, received?.id ?? "")).rejects.toMatchObject(reason("invitation_gone"));
    expect(await countSeatUse(await open(0))).toMatchObject({ invited: 0 });
    await invite(await open(0), { email: user.email, role: 20 });
    expect(await listReceivedInvitations(user.id)).toMatchObject([{ role: 20 }]);
  });

  it("gives at most the sender's role and needs a manager", async () => {
    const { open } = await makeOrganization([40, 30, 20]);
    const send = async (n: number, role: number) => invite(await open(n), { email: "x@example.test", role });
    await expect(send(1, 40)).rejects.toMatchObject(reason("above_own_role"));
    await expect(send(2, 10)).rejects.toMatchObject(reason("managers_only"));
    await expect(send(0, 41)).rejects.toMatchObject(reason("role_unknown"));
    for (const email of ["", "nobody", "a@b", "\u0000@example.test", `${"x".repeat(250)}@example.test`])
      await expect(invite(await open(0), { email, role: 20 })).rejects.toMatchObject({ code: "validation_error" });
    await send(1, 30);
    const [sent] = await listInvitations(await open(0));
    expect(await listInvitations(await open(2))).toEqual([]);
    await expect(withdrawInvitation(await open(2), sent?.id ?? "")).rejects.toMatchObject(reason("managers_only"));
    await withdrawInvitation(await open(0), sent?.id ?? "");
    await withdrawInvitation(await open(0), sent?.id ?? "");
    expect(await listInvitations(await open(0))).toEqual([]);
  });

  it("of another organization cannot be withdrawn", async () => {
    const [mine, theirs] = await Promise.all([makeOrganization([40]), makeOrganization([40])]);
    await invite(await theirs.open(0), { email: "x@example.test", role: 20 });
    const [sent] = await listInvitations(await theirs.open(0));
    await withdrawInvitation(await mine.open(0), sent?.id ?? "");
    expect(await listInvitations(await theirs.open(0))).toHaveLength(1);
  });

  it("expires, frees its seat and is erased", async () => {
    const { open } = await makeOrganization([40], 2);
    const user = await world.user();
    await invite(await open(0), { email: user.email, role: 20 });
    const [received] = await listReceivedInvitations(user.id);
    await database.query("UPDATE invitations SET expires_at = $1 WHERE email = $2", [new Date(0), user.email]);
    await expect(acceptInvitation(user.id, received?.id ?? "")).rejects.toMatchObject(reason("invitation_gone"));
    await invite(await open(0), { email: "instead@example.test", role: 20 });
    expect(await eraseExpiredInvitations()).toBe(true);
    const left = await database.query("SELECT 1 FROM invitations WHERE email = $1", [user.email]);
    expect(left).toEqual([]);
    expect(await listInvitations(await open(0))).toHaveLength(1);
  });

  it("is refused by an organization that has become full", async () => {
    const { id, open } = await makeOrganization([40], 2);
    const user = await world.user();
    await invite(await open(0), { email: user.email, role: 20 });
    const [received] = await listReceivedInvitations(user.id);
    await world.join(id, (await world.user()).id);
    await expect(acceptInvitation(user.id, received?.id ?? "")).rejects.toMatchObject(reason("seats_full"));
    expect(await readRoles(id)).toEqual([40, 20]);
  });
});

describe("roles in an organization", () => {
  it("keep one owner when all step down at once", async () => {
    const { id, open, people } = await makeOrganization([40, 40, 40, 20]);
    const accesses = await Promise.all([open(0), open(1), open(2)]);
    const results = await Promise.allSettled(
      accesses.map((access, n) => changeRole(access, { userId: people(n).id, role: 20 })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await readRoles(id)).toEqual([40, 20, 20, 20]);
  });

  it("are checked at the time of the change", async () => {
    const { id, open, people } = await makeOrganization([40, 30, 20]);
    const stale = await open(1);
    await changeRole(await open(0), { userId: people(1).id, role: 20 });
    await expect(changeRole(stale, { userId: people(2).id, role: 10 })).rejects.toMatchObject(reason("managers_only"));
    await expect(changeSeats(stale, "9")).rejects.toMatchObject(reason("owners_only"));
    expect(await readRoles(id)).toEqual([40, 20, 20]);
  });

  it("cannot be changed for people of other organizations", async () => {
    const { open } = await makeOrganization([40]);
    const other = await makeOrganization([40, 20]);
    for (const userId of [other.people(1).id, "usr_none", "\u0000"])
      await expect(changeRole(await open(0), { userId, role: 10 })).rejects.toMatchObject(reason("member_gone"));
    expect(await readRoles(other.id)).toEqual([40, 20]);
  });
});
