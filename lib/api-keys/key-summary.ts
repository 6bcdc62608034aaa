import {
  isForgotten,
  isLeakNews,
  isUsable,
  type KeyState,
  readRecency,
  readState,
  refuseRotation,
  renewExpiry,
} from "./api-key";

export interface KeyRow {
  id: string;
  name: string;
  environment: string;
  last4: string;
  scopes: string[];
  userId: string | null;
  organizationId: string | null;
  billingEntityId: string;
  organizationName: string | null;
  createdByName: string | null;
  revokedByName: string | null;
  rotatedFromId: string | null;
  rotatedFromName: string | null;
  replacedById: string | null;
  replacedByName: string | null;
  replacedAt: Date | null;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  isLeaked: boolean | null;
  leakUrl: string | null;
  monthlyUnitsMax: number | null;
  allowedNetworks: string[];
  recordedUntil: Date | null;
  createdAt: Date;
}

export type KeySummary = ReturnType<typeof presentKey>;

export function presentKey(row: KeyRow, now: Date) {
  const usable = isUsable(row, now);
  const { organizationId, rotatedFromId, replacedById, replacedAt } = row;
  const life = { ...row, isReplaced: replacedById !== null };
  return {
    id: row.id,
    name: row.name,
    maskedKey: `svc_${row.environment}_…${row.last4}`,
    environment: row.environment,
    entityId: row.billingEntityId,
    owner:
      organizationId === null
        ? { kind: "user" as const, id: row.userId ?? "" }
        : { kind: "organization" as const, id: organizationId, name: row.organizationName ?? "" },
    scopes: row.scopes,
    monthlyUnitsMax: row.monthlyUnitsMax,
    allowedNetworks: row.allowedNetworks,
    recordedUntil: usable && row.recordedUntil && row.recordedUntil > now ? row.recordedUntil.toISOString() : null,
    createdByName: row.createdByName,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    recency: readRecency(row.lastUsedAt, now),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedByName: row.revokedByName,
    leak: row.isLeaked ? { url: row.leakUrl } : null,
    isLeakNews: row.isLeaked === true && row.revokedAt !== null && isLeakNews(row.revokedAt, now),
    rotatedFrom: rotatedFromId === null ? null : { id: rotatedFromId, name: row.rotatedFromName ?? "" },
    replacedBy:
      replacedById === null || replacedAt === null
        ? null
        : { id: replacedById, name: row.replacedByName ?? "", at: replacedAt.toISOString() },
    state: readState(life, now),
    rotationRefusal: refuseRotation(life, now),
    renewedExpiry: renewExpiry(row, now)?.toISOString() ?? null,
    isUsable: usable,
    isForgotten: usable && isForgotten(row, now),
  };
}

export interface KeyFilter {
  state: KeyState | "usable" | "";
  text: string;
}

export function matchesFilter(key: KeySummary, { state, text }: KeyFilter): boolean {
  const isOfState = state === "" || (state === "usable" ? key.isUsable : key.state === state);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const haystack = [key.name, key.maskedKey, key.id, ...key.scopes, ...key.allowedNetworks, key.createdByName ?? ""]
    .join("\n")
    .toLowerCase();
  return isOfState && words.every((word) => haystack.includes(word));
}
