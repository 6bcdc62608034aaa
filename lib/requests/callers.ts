import type { Endpoint } from "../api/endpoint";
import { type Exclusion, findExclusion } from "../api/who-may-call";

export type CallerKind = "organization_key" | "personal_key" | "user" | "agent" | "connector" | "session" | "unknown";

interface Called {
  actorType: string | null;
  credentialId: string | null;
  userId: string | null;
}

export function kindOf({ actorType, credentialId, userId }: Called): CallerKind {
  if (credentialId?.startsWith("key_")) return userId === null ? "organization_key" : "personal_key";
  if (credentialId?.startsWith("conn_")) return "connector";
  if (credentialId?.startsWith("ses_")) return "session";
  return actorType === "user" || actorType === "agent" ? actorType : "unknown";
}

export const isKey = (kind: CallerKind) => kind === "organization_key" || kind === "personal_key";

export function excludes(endpoint: Endpoint | null, kind: CallerKind, isTool: boolean): Exclusion | null {
  const type = isKey(kind) ? "app" : kind === "agent" ? "agent" : "user";
  return findExclusion(endpoint, { type, userId: kind === "organization_key" ? null : "" }, isTool);
}
