import { json, nullable } from "../db/statement";
import { forbidden } from "../platform/errors";
import type { SuspensionReason } from "./suspension-reasons";

/** The suspension of a billing entity: an organization, or a person's own area. */
export interface Suspension {
  reason: SuspensionReason;
  /** For the tenant's people and the developers of its programs. */
  message: string;
  /** ISO 8601 */
  at: string;
}

/** The column, as Prisma reads it. */
export function readSuspension({ suspension }: { suspension: unknown }): Suspension | null {
  return suspension as Suspension | null;
}

/** The column of `billing_entities` in statements; null: not suspended. */
export const SUSPENSION = nullable(json<Suspension>());

/** `details.reason` of a refusal: an organization, or a person's own area. The administrator's reason is `details.cause`. */
export const SUSPENDED = { organization: "organization_suspended", individual: "account_suspended" } as const;

interface Suspendable {
  suspension: Suspension | null;
  kind: keyof typeof SUSPENDED;
}

/** §5, gate 2: programs of a suspended tenant are refused. Its people still reach the screens. */
export function refuseSuspended({ suspension, kind }: Suspendable): void {
  if (!suspension) return;
  const name = kind === "organization" ? "organization" : "account";
  const details = { reason: SUSPENDED[kind], cause: suspension.reason };
  throw forbidden(`This ${name} is suspended: ${suspension.message}`, details);
}

export function isSuspended(reason: unknown): reason is (typeof SUSPENDED)[keyof typeof SUSPENDED] {
  return reason === SUSPENDED.organization || reason === SUSPENDED.individual;
}
