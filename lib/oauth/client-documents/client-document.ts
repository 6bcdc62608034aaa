import { z } from "zod";
import { CLIENT_DOCUMENT_FRESH_MAX_MS, CLIENT_DOCUMENT_FRESH_MIN_MS } from "../../platform/client-document-limits";
import { sha256 } from "../../platform/crypto";
import { displayName } from "../../platform/text";
import { isWebsite, UNREADABLE } from "../app";
import { APP_NAME_MAX_LENGTH, REDIRECT_URIS_MAX } from "../choices";
import { findRedirectUriProblem } from "../redirect-uri";
import { clientHost } from "./client-url";

/** The part of a document that this service uses, as it was approved or read. */
export const ClientDocument = z.object({
  name: z.string(),
  /** On the client id's own host; a link elsewhere could lend it a trusted name. */
  websiteUrl: z.string().nullable(),
  /** As written in the document. */
  redirectUris: z.array(z.string()),
  /** Redirect URIs that this service allows no client, such as those of a scheme of their own. */
  leftOutUris: z.array(z.string()),
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
  "code_missing",
  "uris_invalid",
  "uris_too_many",
] as const;
export type DocumentProblem = (typeof DOCUMENT_PROBLEMS)[number];
export type DocumentReading = { problem: null; document: ClientDocument } | { problem: DocumentProblem };

const Strings = z.array(z.string()).min(1);

/** RFC 7591 names; unknown members are allowed, and a logo is never loaded. */
const SECRETS = ["client_secret", "client_secret_expires_at"];

/** Of a body that claims to be the document at this URL. */
export function readClientDocument(url: string, body: Uint8Array): DocumentReading {
  const given = parseObject(body);
  if (!given) return { problem: "not_json" };
  if (given["client_id"] !== url) return { problem: "other_client_id" };
  const method = given["token_endpoint_auth_method"] ?? "none";
  // No secret can be kept in a public document, and keys of clients are not supported.
  if (method !== "none" || SECRETS.some((member) => Object.hasOwn(given, member))) return { problem: "secret_client" };
  if (!allows(given["grant_types"], "authorization_code") || !allows(given["response_types"], "code")) {
    return { problem: "code_missing" };
  }
  const name = displayName(APP_NAME_MAX_LENGTH, "name", UNREADABLE).safeParse(given["client_name"]);
  if (!name.success) return { problem: "name_invalid" };
  const uris = Strings.safeParse(given["redirect_uris"]);
  if (!uris.success) return { problem: "uris_invalid" };
  if (uris.data.length > REDIRECT_URIS_MAX) return { problem: "uris_too_many" };
  const listed = [...new Set(uris.data)];
  const redirectUris = listed.filter((uri) => findRedirectUriProblem(uri) === null);
  if (redirectUris.length === 0) return { problem: "uris_invalid" };
  const leftOutUris = listed.filter((uri) => !redirectUris.includes(uri)).map(writeReadably);
  const document = { name: name.data, websiteUrl: readWebsite(url, given["client_uri"]), redirectUris, leftOutUris };
  return { problem: null, document };
}

function parseObject(body: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return value instanceof Object && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** RFC 7591: without the member a client uses the code alone. */
function allows(given: unknown, needed: string): boolean {
  return given === undefined || (Array.isArray(given) && given.includes(needed));
}

function readWebsite(url: string, given: unknown): string | null {
  if (typeof given !== "string" || !isWebsite(given)) return null;
  return new URL(given).host === clientHost(url) ? given : null;
}

/** PostgreSQL keeps no NUL, and an administrator reads the text. */
function writeReadably(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);
}

/** Names one version of a content: a decision holds for the version that was shown. */
export function digestDocument({ name, websiteUrl, redirectUris }: ClientDocument): string {
  return sha256(JSON.stringify([name, websiteUrl, redirectUris])).toString("base64url");
}

const WITHOUT_PORT = /^http:\/\/(?:\[::1\]|[^/?:]+)(?=[/?]|$)/;

/** A loopback URI of the document without a port, and the same with the port that the app is told to use. */
function fixPort(uri: string, port: number | null): string[] {
  const origin = WITHOUT_PORT.exec(uri)?.[0];
  return origin === undefined || port === null ? [uri] : [uri, `${origin}:${port}${uri.slice(origin.length)}`];
}

export function hasOpenPort({ redirectUris }: ClientDocument): boolean {
  return redirectUris.some((uri) => WITHOUT_PORT.test(uri));
}

/** §5: compared exactly. Approved URIs that the publisher has removed are gone; new ones wait for approval. */
export function listRedirectUris(approved: ClientDocument, found: ClientDocument, port: number | null): string[] {
  const kept = approved.redirectUris.filter((uri) => found.redirectUris.includes(uri));
  return kept.flatMap((uri) => fixPort(uri, port));
}

/** How long a reading serves, by its Cache-Control. */
export function readFreshnessMs(cacheControl: string | null): number {
  const directives = (cacheControl ?? "").toLowerCase();
  if (/\bno-(?:store|cache)\b/.test(directives)) return CLIENT_DOCUMENT_FRESH_MIN_MS;
  const seconds = /\bmax-age="?(\d{1,10})\b/.exec(directives)?.[1];
  if (seconds === undefined) return CLIENT_DOCUMENT_FRESH_MAX_MS;
  return Math.min(CLIENT_DOCUMENT_FRESH_MAX_MS, Math.max(CLIENT_DOCUMENT_FRESH_MIN_MS, Number(seconds) * 1000));
}
