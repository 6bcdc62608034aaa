import { env, isProductionService } from "../platform/env";

/** Probes ask by address; they tell nothing but their own state. */
const ANY_HOST = new Set(["/api/healthz", "/api/readyz"]);

/**
 * Whether the request means this service. A foreign Host is a name that someone else points here: links and redirects
 * made for it would lead to them. Only production knows its names.
 */
export function isOwnHost(host: string, path: string): boolean {
  if (!isProductionService() || ANY_HOST.has(path)) return true;
  const { SVC_BASE_URL, SVC_ALLOWED_HOSTS } = env();
  const base = new URL(SVC_BASE_URL);
  const asked = parseHost(host, base.protocol);
  if (!asked) return false;
  return asked.host === base.host || [asked.host, asked.hostname].some((name) => SVC_ALLOWED_HOSTS.includes(name));
}

/** In one spelling: lower case, without the scheme's own port. */
function parseHost(host: string, protocol: string): URL | null {
  if (!/^[^/?#@\\\s]+$/.test(host) || !URL.canParse(`${protocol}//${host}`)) return null;
  return new URL(`${protocol}//${host}`);
}
