import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import {
  type AddressVerdict,
  type AllowedTargets,
  classifyAddress,
  normalizeAddress,
  parseAllowedTargets,
} from "../platform/address";
import { env } from "../platform/env";
import { shared } from "../platform/shared";

export type TargetProblem =
  | "url_invalid"
  | "url_scheme"
  | "url_credentials"
  | "target_unresolved"
  | "target_private"
  | "target_forbidden"
  | "target_own_service";

/**
 * Guarded clients are shared by two module graphs, where `instanceof` would not recognise an error, so a refusal is a
 * value.
 */
export interface RefusedTarget {
  problem: TargetProblem;
}
export type CheckedUrl = { problem: null; url: URL } | RefusedTarget;
export type FoundAddresses = { problem: null; addresses: readonly string[] } | RefusedTarget;

export type Reach = ReadonlySet<AddressVerdict>;
export const PUBLIC_REACH: Reach = new Set(["public", "allowed"]);

export function readTargetUrl(text: string): CheckedUrl {
  const url = parseUrl(text);
  if (!url) return { problem: "url_invalid" };
  if (url.protocol !== "https:" && url.protocol !== "http:") return { problem: "url_scheme" };
  if (url.username !== "" || url.password !== "") return { problem: "url_credentials" };
  return { problem: null, url };
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

export function hostOf(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}

export function portOf({ port, protocol }: { port: string; protocol: string }): number {
  return Number(port) || (protocol === "https:" ? 443 : 80);
}

interface FindOptions {
  reach: Reach;
  resolve: Resolve;
  allowed?: AllowedTargets | undefined;
}

export async function findAddresses(
  host: string,
  port: number,
  { reach, resolve, allowed = allowedTargets() }: FindOptions,
): Promise<FoundAddresses> {
  if (METADATA_NAMES.test(host)) return { problem: "target_forbidden" };
  const addresses = await resolve(host, allowed.hosts.has(host));
  if (addresses.length === 0) return { problem: "target_unresolved" };
  for (const address of addresses) {
    const verdict = classify(address, host, allowed);
    if (verdict === "never") return { problem: "target_forbidden" };
    if (!reach.has(verdict)) return { problem: "target_private" };
    if (isOwnPort(address, port)) return { problem: "target_own_service" };
  }
  return { problem: null, addresses };
}

const VERDICTS_MAX = 1_000;
const verdictsOf = new WeakMap<AllowedTargets, Map<string, AddressVerdict>>();

/** Classifying costs more than signing, and depends on nothing else. Names are still resolved each time. */
function classify(address: string, host: string, allowed: AllowedTargets): AddressVerdict {
  const verdicts = verdictsOf.get(allowed) ?? new Map<string, AddressVerdict>();
  verdictsOf.set(allowed, verdicts);
  const key = `${address} ${host}`;
  const known = verdicts.get(key);
  if (known !== undefined) return known;
  const verdict = classifyAddress(address, host, allowed);
  // A hostile tenant can add any number of names.
  if (verdicts.size >= VERDICTS_MAX) verdicts.clear();
  verdicts.set(key, verdict);
  return verdict;
}

const METADATA_NAMES = /(?:^|\.)metadata(?:\.google\.internal|\.goog)?$/;

function allowedTargets(): AllowedTargets {
  return shared("allowed-targets", () => {
    const parsed = parseAllowedTargets(env().SVC_ALLOWED_PRIVATE_TARGETS);
    if (!parsed) throw new Error("SVC_ALLOWED_PRIVATE_TARGETS cannot be parsed.");
    return parsed;
  });
}

function ownPorts(): ReadonlySet<number> {
  return shared("own-ports", () => {
    const { PORT, DATABASE_URL, UPSTASH_REDIS_REST_URL, INNGEST_BASE_URL, ...settings } = env();
    const { SVC_FILES_S3_ENDPOINT: files, SVC_ARCHIVE_S3_ENDPOINT: archive } = settings;
    const backends = [UPSTASH_REDIS_REST_URL, files, archive, INNGEST_BASE_URL].flatMap((text) =>
      text === undefined ? [] : new URL(text),
    );
    return new Set([PORT, Number(new URL(DATABASE_URL).port || 5432), ...backends.map(portOf)]);
  });
}

/** An allowed address of this machine must not lead back into the service or its backends. */
function isOwnPort(address: string, port: number): boolean {
  if (!ownPorts().has(port)) return false;
  const normal = normalizeAddress(address);
  if (normal.startsWith("127.") || normal === "0:0:0:0:0:0:0:1") return true;
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((own) => normalizeAddress(own.address.replace(/%.*$/, "")) === normal),
  );
}

export function isOwnOrigin(url: URL): boolean {
  return url.origin === shared("own-origin", () => new URL(env().SVC_BASE_URL).origin);
}

export type Resolve = (host: string, isTrusted: boolean) => Promise<readonly string[]>;

const TIMEOUTS = { timeout: 1_500, tries: 2 };

/**
 * The system resolves only names that the operator trusts. Strangers' names go to DNS, so that they use no search list
 * and no thread of the process's small pool.
 */
export const resolveHost: Resolve = async (host, isTrusted) => {
  if (isIP(host) !== 0) return [host];
  if (host === "localhost" || host.endsWith(".localhost")) return ["127.0.0.1"];
  if (isTrusted) {
    const found = await lookup(host, { all: true }).catch(() => []);
    return found.map(({ address }) => address);
  }
  const resolver = shared("dns-resolver", () => new Resolver(TIMEOUTS));
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
};
