/** §6's own headers, and those of Standard Webhooks, which a webhook sends when it is asked to. One key signs both. */
export type SchemeName = "svc" | "standard";

export interface Scheme {
  name: SchemeName;
  timestamp: string;
  signature: string;
  /** Signed before the timestamp. */
  id: string | null;
  /** Between the parts of the signature header. */
  separator: string;
  /** One part of it. */
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

/** By the headers that came; §6's own when there are none. */
export function findSchemes(given: ReadonlyMap<string, string>): Scheme[] {
  const isThere = ({ timestamp, signature, id }: Scheme) =>
    [timestamp, signature, id ?? ""].some((name) => given.has(name.toLowerCase()));
  const found = [SVC_SCHEME, STANDARD_SCHEME].filter(isThere);
  return found.length > 0 ? found : [SVC_SCHEME];
}

/** The text before the body that the signature covers, without its last dot. null: headers are missing. */
export function readHead(given: ReadonlyMap<string, string>, { id, timestamp }: Scheme): string | null {
  const parts = [...(id === null ? [] : [id]), timestamp].map((name) => given.get(name.toLowerCase()));
  return parts.includes(undefined) ? null : parts.join(".");
}
