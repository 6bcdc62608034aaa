import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkChange,
  isRole,
  listGivableRoles,
  type MembershipChange,
  type MembershipRefusal,
  nameRole,
  ROLES,
  refuseChange,
} from "./membership";

const change = (facts: Partial<MembershipChange>): MembershipChange => ({
  actorRole: 40,
  targetRole: 20,
  nextRole: 30,
  isSelf: false,
  owners: 2,
  ...facts,
});

describe("who may change whose membership", () => {
  const TABLE: [string, Partial<MembershipChange>, MembershipRefusal | null][] = [
    ["an owner raises a member", {}, null],
    ["an owner makes an owner", { nextRole: 40 }, null],
    ["an owner removes another owner", { targetRole: 40, nextRole: null }, null],
    ["a manager raises a member to their own role", { actorRole: 30 }, null],
    ["a manager raises a member above themselves", { actorRole: 30, nextRole: 40 }, "above_own_role"],
    ["a manager lowers an owner", { actorRole: 30, targetRole: 40, nextRole: 10 }, "above_own_role"],
    ["a manager removes an owner", { actorRole: 30, targetRole: 40, nextRole: null }, "above_own_role"],
    ["a manager removes a manager", { actorRole: 30, targetRole: 30, nextRole: null }, null],
    ["a member removes a guest", { actorRole: 20, targetRole: 10, nextRole: null }, "managers_only"],
    ["a role that is unknown removes a guest", { actorRole: null, targetRole: 10, nextRole: null }, "managers_only"],
    ["a guest leaves", { actorRole: 10, targetRole: 10, nextRole: null, isSelf: true }, null],
    ["a role that is unknown leaves", { actorRole: null, targetRole: null, nextRole: null, isSelf: true }, null],
    ["a member raises themselves", { actorRole: 20, targetRole: 20, isSelf: true }, "above_own_role"],
    ["a manager steps down", { actorRole: 30, targetRole: 30, nextRole: 20, isSelf: true }, null],
    ["one of two owners leaves", { targetRole: 40, nextRole: null, isSelf: true }, null],
    ["the last owner leaves", { targetRole: 40, nextRole: null, isSelf: true, owners: 1 }, "last_owner"],
    ["the last owner steps down", { targetRole: 40, nextRole: 30, isSelf: true, owners: 1 }, "last_owner"],
    ["the last owner stays one", { targetRole: 40, nextRole: 40, isSelf: true, owners: 1 }, null],
  ];

  it.each(TABLE)("%s", (_, facts, refusal) => {
    expect(refuseChange(change(facts))).toBe(refusal);
    if (refusal === null) expect(() => checkChange(change(facts))).not.toThrow();
    else expect(() => checkChange(change(facts))).toThrow(expect.objectContaining({ name: "AppError" }));
  });

  it("never gives anyone more than the actor's role, nor leaves a room without an owner", () => {
    const role = fc.option(fc.constantFrom(...ROLES), { nil: null });
    fc.assert(
      fc.property(
        role,
        role,
        role,
        fc.boolean(),
        fc.integer({ min: 1, max: 3 }),
        (actor, target, next, isSelf, owners) => {
          const targetRole = isSelf ? actor : target;
          const facts = { actorRole: actor, targetRole, nextRole: next, isSelf, owners };
          if (refuseChange(facts) !== null) return;
          expect(next ?? 0).toBeLessThanOrEqual(actor ?? 0);
          const ownersAfter = owners - Number(targetRole === 40 && next !== 40);
          expect(ownersAfter).toBeGreaterThanOrEqual(1);
        },
      ),
    );
  });

  it("offers only roles that it accepts", () => {
    expect(listGivableRoles(40)).toEqual([40, 30, 20, 10]);
    expect(listGivableRoles(30)).toEqual([30, 20, 10]);
    for (const role of [20, 10, null]) expect(listGivableRoles(role)).toEqual([]);
    expect([40, 30, 20, 10, 25, null].map(nameRole)).toEqual([
      "owner",
      "manager",
      "member",
      "guest",
      "unknown",
      "unknown",
    ]);
    expect([40, 25, "40", null].map(isRole)).toEqual([true, false, false, false]);
  });
});
