export type SchemeName = "svc" | "standard";

export interface Scheme {
  name: SchemeName;
  timestamp: string;
  signature: string;
  id: string | null;
  separator: string;
  form: RegExp;
  write: (mac: Uint8Array) => string;
}

export const SVC_SCHEME: Scheme = {
  name: "svc",
  timestamp: "Svc-Webhook-Timestamp",
  signature: "Svc-Webhook-Signature",
  id: null,
  separator: ",",
  form: /^v1=[0-9a-f]{64}$/,
  write: (mac) => `v1=${[...mac].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`,
};

export const STANDARD_SCHEME: Scheme = {
  name: "standard",
  timestamp: "webhook-timestamp",
  signature: "webhook-signature",
  id: "webhook-id",
  separator: " ",
  form: /^v1,[A-Za-z0-9+/]{43}=$/,
  write: (mac) => `v1,${btoa(String.fromCharCode(...mac))}`,
};

export function findSchemes(given: ReadonlyMap<string, string>): Scheme[] {
  const isThere = ({ timestamp, signature, id }: Scheme) =>
    [timestamp, signature, id ?? ""].some((name) => given.has(name.toLowerCase()));
  const found = [SVC_SCHEME, STANDARD_SCHEME].filter(isThere);
  return found.length > 0 ? found : [SVC_SCHEME];
}

export function readHead(given: ReadonlyMap<string, string>, { id, timestamp }: Scheme): string | null {
  const parts = [...(id === null ? [] : [id]), timestamp].map((name) => given.get(name.toLowerCase()));
  return parts.includes(undefined) ? null : parts.join(".");
}
