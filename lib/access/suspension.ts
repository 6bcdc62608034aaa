import { AppError } from "../platform/errors";
import { json, nullable } from "../platform/statement";
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

export const SUSPENDED_CODE = "account_suspended";

/** §5, gate 2: programs of a suspended tenant are refused. Its people still reach the screens. */
export function refuseSuspended({ suspension }: { suspension: Suspension | null }): void {
  if (suspension) throw accountSuspended(suspension);
}

export function accountSuspended({ reason, message }: Pick<Suspension, "reason" | "message">): AppError {
  return new AppError(SUSPENDED_CODE, `This account is suspended: ${message}`, { details: { reason } });
}
