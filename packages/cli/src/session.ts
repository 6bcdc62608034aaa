import { Transport } from "../../sdk/src/transport";
import { readConfig } from "./config";
import { Failure } from "./fail";
import { openSecretStore } from "./secrets";
import type { Surroundings } from "./surroundings";

export interface ConnectionOptions {
  profile: string;
  url: string | undefined;
  apiKey: string | undefined;
  organization: string | undefined;
}

/** A service and the way to be known there. */
export interface Connection {
  baseUrl: string;
  /** `key` holds an API key or an access token from the environment or the command; it reaches `/v1` alone. */
  kind: "session" | "key";
  /** The organization that lists are asked of; null: the person's own area, or that of the key. */
  organizationId: string | null;
  /** Operations of `/v1`. With a session they go through `/api/cli/v1`, behind the same gates. */
  v1: Transport;
  /** Paths of the service besides `/v1`, such as `/api/requests`: they need a session. */
  service: Transport;
  /** An authenticated request as it is, for streams. `path` begins with `/api/`. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

export const secretName = (profile: string, baseUrl: string): string => `${profile}@${baseUrl}`;

/** A base URL without its last slash; plain http only on this machine, because it carries the token. */
function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/.test(url.hostname);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLocal)) return text.replace(/\/+$/, "");
  throw new Failure("usage", `${text} is no URL of a service.`, "Begin it with https://, or http:// on this machine.");
}

export async function findBaseUrl(surroundings: Surroundings, options: ConnectionOptions): Promise<string> {
  const given = options.url ?? surroundings.env["SVC_URL"];
  if (given) return readBaseUrl(given);
  const profile = (await readConfig(surroundings)).profiles[options.profile];
  if (profile) return profile.baseUrl;
  const advice = "Run svc login --url https://… once, or set SVC_URL.";
  throw new Failure("usage", `The profile ${options.profile} has no service.`, advice);
}

export async function connect(surroundings: Surroundings, options: ConnectionOptions): Promise<Connection> {
  const baseUrl = await findBaseUrl(surroundings, options);
  const apiKey = options.apiKey ?? surroundings.env["SVC_API_KEY"];
  if (apiKey) return openConnection(surroundings, { baseUrl, token: apiKey, kind: "key", organizationId: null });
  const token = await openSecretStore(surroundings).read(secretName(options.profile, baseUrl));
  if (!token) {
    throw new Failure("authentication", `You are not signed in at ${baseUrl}.`, "Run svc login, or set SVC_API_KEY.");
  }
  const kept = (await readConfig(surroundings)).profiles[options.profile]?.organizationId ?? null;
  const connection = openConnection(surroundings, { baseUrl, token, kind: "session", organizationId: kept });
  if (options.organization === undefined) return connection;
  const organizationId = await findOrganization(connection, options.organization);
  return openConnection(surroundings, { baseUrl, token, kind: "session", organizationId });
}

interface Known extends Pick<Connection, "baseUrl" | "kind" | "organizationId"> {
  token: string;
}

export function openConnection(
  surroundings: Surroundings,
  { baseUrl, kind, token, organizationId }: Known,
): Connection {
  const credential = { read: async () => token, renew: async () => false };
  const common = { fetch: surroundings.fetch, appInfo: "svc-cli", maxRetryWaitMs: 10_000 };
  const headers: Record<string, string> = organizationId === null ? {} : { "svc-organization": organizationId };
  const door = kind === "session" ? `${baseUrl}/api/cli` : baseUrl;
  return {
    baseUrl,
    kind,
    organizationId,
    v1: new Transport({ ...common, baseUrl: door, headers: kind === "session" ? headers : {} }, credential),
    service: new Transport({ ...common, baseUrl }, credential),
    fetch: (path, init = {}) => {
      const given = new Headers(init.headers);
      given.set("authorization", `Bearer ${token}`);
      return surroundings.fetch(`${baseUrl}${path}`, { ...init, headers: given, redirect: "error" });
    },
  };
}

/** The commands beside `/v1` show what a person sees, and a key is no person. */
export function requireSession(connection: Connection): Connection {
  if (connection.kind === "session") return connection;
  const advice = "Run svc login, and leave out --api-key.";
  throw new Failure("authentication", "This command needs a sign-in. An API key is not enough.", advice);
}

export interface WhoAmI {
  session: { id: string; deviceName: string; expiresAt: string };
  user: { id: string; email: string; name: string };
  contexts: { kind: "user" | "organization"; id: string; name: string }[];
  scopes: string[];
}

export async function readWhoAmI({ service }: Connection): Promise<WhoAmI> {
  return service.send<WhoAmI>({ method: "GET", path: "/api/cli/session" });
}

/** `own` is the personal area, which has no organization. */
export async function findOrganization(connection: Connection, given: string): Promise<string | null> {
  if (given === "own") return null;
  const { contexts } = await readWhoAmI(connection);
  const organizations = contexts.filter(({ kind }) => kind === "organization");
  const found = organizations.find(({ id, name }) => id === given || name.toLowerCase() === given.toLowerCase());
  if (found) return found.id;
  const names = ["own", ...organizations.map(({ name }) => name)].join(", ");
  throw new Failure("input", `You are not a member of an organization "${given}".`, `It is one of: ${names}.`);
}
