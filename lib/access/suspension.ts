import { json, nullable } from "../db/statement";
import { forbidden } from "../platform/errors";
import type { SuspensionReason } from "./suspension-reasons";

export interface Suspension {
  reason: SuspensionReason;
  message: string;
  at: string;
}

export function readSuspension({ suspension }: { suspension: unknown }): Suspension | null {
  return suspension as Suspension | null;
}

export const SUSPENSION = nullable(json<Suspension>());

export const SUSPENDED = { organization: "organization_suspended", individual: "account_suspended" } as const;

interface Suspendable {
  suspension: Suspension | null;
  kind: keyof typeof SUSPENDED;
}

/** §5 refuses programs of a suspended tenant; its people still reach the screens. */
export function refuseSuspended({ suspension, kind }: Suspendable): void {
  if (!suspension) return;
  const name = kind === "organization" ? "organization" : "account";
  const details = { reason: SUSPENDED[kind], cause: suspension.reason };
  throw forbidden(`This ${name} is suspended: ${suspension.message}`, details);
}

export function isSuspended(reason: unknown): reason is (typeof SUSPENDED)[keyof typeof SUSPENDED] {
  return reason === SUSPENDED.organization || reason === SUSPENDED.individual;
}
