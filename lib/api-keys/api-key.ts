import { z } from "zod";
import { SCOPES } from "../access/scopes";
import { type Issue, invalid } from "../platform/errors";
import { readNetwork } from "../platform/networks";
import { OVERLAP_CHOICES } from "../platform/overlap";
import { displayName } from "../platform/text";
import { type ExpiryChoice, KEY_NAME_MAX_LENGTH } from "./choices";

export const KEY_BUDGET_MAX = 1_000_000_000;
const KEY_NETWORKS_MAX = 20;
/** Reading a longer list would block all other requests. */
export const NETWORKS_TYPED_MAX_LENGTH = 4_000;
export const RECORDING_MS = 60 * 60 * 1000;

const DAY_MS = 24 * 60 * 60 * 1000;
const EXPIRING_WITHIN_MS = 7 * DAY_MS;
const UNUSED_AFTER_MS = 30 * DAY_MS;

export const RotateKey = z.object({ overlap: z.enum(OVERLAP_CHOICES) });
export type RotateKey = z.infer<typeof RotateKey>;

export const AllowedNetworks = z
  .string()
  .max(NETWORKS_TYPED_MAX_LENGTH, "networks_too_many")
  .transform((typed, context) => {
    const entries = typed.split(/[\s,;]+/).filter(Boolean);
    const networks = new Set<string>();
    for (const entry of entries) {
      const { network, problem } = readNetwork(entry);
      if (problem === null) networks.add(network);
      // The entry is long, and a pasted page would fill the screen with them.
      else return refuseNetworks(context, problem, [entry.slice(0, ENTRY_SHOWN_MAX)]);
    }
    return networks.size > KEY_NETWORKS_MAX ? refuseNetworks(context, "networks_too_many", []) : [...networks];
  });
const ENTRY_SHOWN_MAX = 50;

function refuseNetworks(context: z.RefinementCtx, message: string, path: string[]): never {
  context.addIssue({ code: "custom", message, path });
  return z.NEVER;
}

export const IssueKey = z.object({
  name: displayName(KEY_NAME_MAX_LENGTH),
  scopes: z
    .array(z.enum(SCOPES, { error: "scope_unknown" }))
    .min(1, "scopes_missing")
    .transform((chosen) => SCOPES.filter((scope) => chosen.includes(scope))),
  expiresAt: z.date({ error: "expiry_missing" }).nullable(),
  allowedNetworks: AllowedNetworks.optional().transform((networks) => networks ?? []),
});
export type IssueKey = z.input<typeof IssueKey>;
export type KeyFacts = z.output<typeof IssueKey>;

export function checkIssue(input: IssueKey, now: Date): KeyFacts {
  const parsed = IssueKey.safeParse(input);
  const issues = (parsed.error?.issues ?? []).map(
    ({ path, message }): Issue => ({
      path: path[0] === "allowedNetworks" ? path.join(".") : String(path[0] ?? ""),
      message,
    }),
  );
  if (input.expiresAt !== null && input.expiresAt <= now) issues.push({ path: "expiresAt", message: "expiry_past" });
  if (!parsed.success || issues.length > 0) throw invalid(issues);
  return parsed.data;
}

/** A date means the end of that day in UTC. An unreadable one becomes an invalid Date, which `checkIssue` refuses. */
export function resolveExpiry(choice: ExpiryChoice, date: string, now: Date): Date | null {
  if (choice === "none") return null;
  if (choice === "date") {
    const end = new Date(/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T23:59:59.999Z` : Number.NaN);
    // JavaScript reads 31 February as a day in March.
    return Number.isNaN(end.getTime()) || end.toISOString().startsWith(date) ? end : new Date(Number.NaN);
  }
  return new Date(now.getTime() + Number(choice) * DAY_MS);
}

export function renewExpiry(old: { createdAt: Date; expiresAt: Date | null }, now: Date): Date | null {
  return old.expiresAt && new Date(now.getTime() + (old.expiresAt.getTime() - old.createdAt.getTime()));
}

export const KEY_STATES = ["active", "expiring", "replaced", "expired", "revoked"] as const;
export type KeyState = (typeof KEY_STATES)[number];

interface Life {
  revokedAt: Date | null;
  expiresAt: Date | null;
  isReplaced: boolean;
}

export function isUsable({ revokedAt, expiresAt }: Omit<Life, "isReplaced">, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

export function readState(key: Life, now: Date): KeyState {
  if (key.revokedAt !== null) return "revoked";
  if (key.isReplaced) return "replaced";
  if (key.expiresAt === null) return "active";
  if (key.expiresAt <= now) return "expired";
  return key.expiresAt.getTime() - now.getTime() <= EXPIRING_WITHIN_MS ? "expiring" : "active";
}

export type RotationRefusal = "revoked" | "expired" | "already_rotated";

export function refuseRotation(key: Life, now: Date): RotationRefusal | null {
  if (key.revokedAt !== null) return "revoked";
  if (key.isReplaced) return "already_rotated";
  return isUsable(key, now) ? null : "expired";
}

export type Recency = "today" | "month" | "older" | "never";

export function readRecency(lastUsedAt: Date | null, now: Date): Recency {
  if (lastUsedAt === null) return "never";
  const ageMs = now.getTime() - lastUsedAt.getTime();
  if (ageMs <= DAY_MS) return "today";
  return ageMs <= UNUSED_AFTER_MS ? "month" : "older";
}

const LEAK_NEWS_MS = 30 * DAY_MS;

export function isLeakNews(revokedAt: Date, now: Date): boolean {
  return now.getTime() - revokedAt.getTime() <= LEAK_NEWS_MS;
}

export function isForgotten(key: { lastUsedAt: Date | null; createdAt: Date }, now: Date): boolean {
  return now.getTime() - (key.lastUsedAt ?? key.createdAt).getTime() > UNUSED_AFTER_MS;
}
