import { z } from "zod";
import { CLIENT_DOCUMENT_FRESH_MAX_MS, CLIENT_DOCUMENT_FRESH_MIN_MS } from "../../platform/client-document-limits";
import { sha256 } from "../../platform/crypto";
import { displayName } from "../../platform/text";
import { isWebsite } from "../apps/app";
import { APP_NAME_MAX_LENGTH, REDIRECT_URIS_MAX } from "../apps/choices";
import { type ClientKey, ClientKeys, nameKey, readKeysOf } from "../apps/client-keys";
import { findRedirectUriProblem } from "../server/redirect-uri";
import { clientHost } from "./client-url";

export const ClientDocument = z.object({
  name: z.string(),
  /** A link off the client id's own host could lend it a trusted name, so it is dropped. */
  websiteUrl: z.string().nullable(),
  redirectUris: z.array(z.string()),
  leftOutUris: z.array(z.string()),
  isPublic: z.boolean().default(true),
  keys: ClientKeys.nullable().default(null),
});
export type ClientDocument = z.output<typeof ClientDocument>;

export const DOCUMENT_PROBLEMS = [
  "unreachable",
  "refused_target",
  "redirected",
  "not_found",
  "too_large",
  "not_json",
  "other_client_id",
  "name_invalid",
  "secret_client",
  "keys_invalid",
  "keys_private",
  "keys_too_many",
  "keys_url",
  "code_missing",
  "uris_invalid",
  "uris_too_many",
] as const;
export type DocumentProblem = (typeof DOCUMENT_PROBLEMS)[number];
export type DocumentReading = { problem: null; document: ClientDocument } | { problem: DocumentProblem };

const Strings = z.array(z.string()).min(1);

const SECRETS = ["client_secret", "client_secret_expires_at"];

export function readClientDocument(url: string, body: Uint8Array): DocumentReading {
  const given = parseObject(body);
  if (!given) return { problem: "not_json" };
  if (given["client_id"] !== url) return { problem: "other_client_id" };
  const authentication = readAuthentication(given);
  if (authentication.problem !== null) return authentication;
  const { isPublic, keys } = authentication;
  if (!allows(given["grant_types"], "authorization_code") || !allows(given["response_types"], "code")) {
    return { problem: "code_missing" };
  }
  const name = displayName(APP_NAME_MAX_LENGTH).safeParse(given["client_name"]);
  if (!name.success) return { problem: "name_invalid" };
  const uris = Strings.safeParse(given["redirect_uris"]);
  if (!uris.success) return { problem: "uris_invalid" };
  if (uris.data.length > REDIRECT_URIS_MAX) return { problem: "uris_too_many" };
  const listed = [...new Set(uris.data)];
  const redirectUris = listed.filter((uri) => findRedirectUriProblem(uri) === null);
  if (redirectUris.length === 0) return { problem: "uris_invalid" };
  const leftOutUris = listed.filter((uri) => !redirectUris.includes(uri)).map(writeReadably);
  const websiteUrl = readWebsite(url, given["client_uri"]);
  return { problem: null, document: { name: name.data, websiteUrl, redirectUris, leftOutUris, isPublic, keys } };
}

type Authentication = Pick<ClientDocument, "isPublic" | "keys">;

/** A document that lists `none` beside other methods leaves the choice to the server, so it is public. */
function readAuthentication(
  given: Record<string, unknown>,
): ({ problem: null } & Authentication) | { problem: DocumentProblem } {
  const method = given["token_endpoint_auth_method"] ?? "none";
  const supported = given["token_endpoint_auth_methods_supported"];
  const isPublic = method === "none" || (Array.isArray(supported) && supported.includes("none"));
  // A public document cannot keep a secret.
  if (SECRETS.some((member) => Object.hasOwn(given, member))) return { problem: "secret_client" };
  if (method !== "private_key_jwt")
    return isPublic ? { problem: null, isPublic, keys: null } : { problem: "secret_client" };
  const reading = readKeysOf(given);
  if (reading.problem === null) return { problem: null, isPublic, keys: reading.keys };
  return isPublic ? { problem: null, isPublic, keys: null } : reading;
}

export function parseObject(body: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return value instanceof Object && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** RFC 7591: an absent member means the authorization code grant. */
function allows(given: unknown, needed: string): boolean {
  return given === undefined || (Array.isArray(given) && given.includes(needed));
}

function readWebsite(url: string, given: unknown): string | null {
  if (typeof given !== "string" || !isWebsite(given)) return null;
  return new URL(given).host === clientHost(url) ? given : null;
}

/** PostgreSQL cannot store NUL, and an administrator reads this text. */
function writeReadably(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);
}

export function digestDocument({ name, websiteUrl, redirectUris, isPublic, keys }: ClientDocument): string {
  const source = keys && "jwks" in keys ? keys.jwks.map(nameKey) : keys;
  return sha256(JSON.stringify([name, websiteUrl, redirectUris, isPublic, source])).toString("base64url");
}

const WITHOUT_PORT = /^http:\/\/(?:\[::1\]|[^/?:]+)(?=[/?]|$)/;

function fixPort(uri: string, port: number | null): string[] {
  const origin = WITHOUT_PORT.exec(uri)?.[0];
  return origin === undefined || port === null ? [uri] : [uri, `${origin}:${port}${uri.slice(origin.length)}`];
}

export function hasOpenPort({ redirectUris }: ClientDocument): boolean {
  return redirectUris.some((uri) => WITHOUT_PORT.test(uri));
}

/** §5: URIs are compared exactly. Those that the publisher removed stop working at once; new ones wait for approval. */
export function listRedirectUris(approved: ClientDocument, found: ClientDocument, port: number | null): string[] {
  const kept = approved.redirectUris.filter((uri) => found.redirectUris.includes(uri));
  return kept.flatMap((uri) => fixPort(uri, port));
}

export function narrowKeys(approved: ClientDocument, found: ClientDocument): ClientKeys | null {
  const [before, after] = [approved.keys, found.keys];
  if (before === null) return null;
  if ("jwksUri" in before) return after && "jwksUri" in after && after.jwksUri === before.jwksUri ? before : NO_KEYS;
  const names = after && "jwks" in after ? after.jwks.map(nameKey) : [];
  return { jwks: before.jwks.filter((key) => names.includes(nameKey(key))) };
}

const NO_KEYS = { jwks: [] as ClientKey[] };

export function readFreshnessMs(cacheControl: string | null): number {
  const directives = (cacheControl ?? "").toLowerCase();
  if (/\bno-(?:store|cache)\b/.test(directives)) return CLIENT_DOCUMENT_FRESH_MIN_MS;
  const seconds = /\bmax-age="?(\d{1,10})\b/.exec(directives)?.[1];
  if (seconds === undefined) return CLIENT_DOCUMENT_FRESH_MAX_MS;
  return Math.min(CLIENT_DOCUMENT_FRESH_MAX_MS, Math.max(CLIENT_DOCUMENT_FRESH_MIN_MS, Number(seconds) * 1000));
}
