import { type AppError, forbidden, invalid } from "../platform/errors";
import { GUEST_ROLE, MANAGER_ROLE, MEMBER_ROLE, OWNER_ROLE } from "./roles";

export const ROLES = [OWNER_ROLE, MANAGER_ROLE, MEMBER_ROLE, GUEST_ROLE] as const;
export type Role = (typeof ROLES)[number];

export function isRole(value: unknown): value is Role {
  return (ROLES as readonly unknown[]).includes(value);
}

const NAMES = { 40: "owner", 30: "manager", 20: "member", 10: "guest" } as const satisfies Record<Role, string>;
type KnownRoleName = (typeof NAMES)[Role];
export type RoleName = KnownRoleName | "unknown";

export function checkRole(role: number): Role {
  if (isRole(role)) return role;
  throw invalid([{ path: "role", message: "role_unknown" }]);
}

export function nameRole(role: Role): KnownRoleName;
export function nameRole(role: number | null): RoleName;
export function nameRole(role: number | null): RoleName {
  return isRole(role) ? NAMES[role] : "unknown";
}

export function mayManage(role: number | null): boolean {
  return (role ?? 0) >= MANAGER_ROLE;
}

export function listGivableRoles(role: number | null): Role[] {
  return mayManage(role) ? ROLES.filter((given) => given <= (role ?? 0)) : [];
}

export interface MembershipChange {
  actorRole: number | null;
  targetRole: number | null;
  nextRole: Role | null;
  isSelf: boolean;
  /** Owners must be counted under the lock that the change is made with. */
  owners: number;
}

const WORDS = {
  managers_only: "Only managers and owners can change members.",
  above_own_role: "You cannot give, change or remove a role above your own.",
  last_owner: "The last owner cannot leave or change role. Make someone else an owner first.",
};
export type MembershipRefusal = keyof typeof WORDS;
export const MEMBERSHIP_REFUSALS = Object.keys(WORDS) as MembershipRefusal[];

export function refuseChange(change: MembershipChange): MembershipRefusal | null {
  const { actorRole, targetRole, nextRole, isSelf, owners } = change;
  const own = actorRole ?? 0;
  if (!isSelf && !mayManage(actorRole)) return "managers_only";
  if ((targetRole ?? 0) > own || (nextRole ?? 0) > own) return "above_own_role";
  if (targetRole === OWNER_ROLE && nextRole !== OWNER_ROLE && owners <= 1) return "last_owner";
  return null;
}

export function checkChange(change: MembershipChange): void {
  const refusal = refuseChange(change);
  if (refusal) throw explainRefusal(refusal);
}

export function explainRefusal(refusal: MembershipRefusal, path = "role"): AppError {
  const issues = [{ path, message: refusal }];
  return refusal === "last_owner" ? invalid(issues, WORDS[refusal]) : forbidden(WORDS[refusal], { issues });
}
