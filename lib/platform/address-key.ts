import ipaddr from "ipaddr.js";
import type { Address } from "./address";

/** The part of an address that logs keep: a /24, or the /48 of a site. null: the text is no address. */
export function addressPrefix(address: string): string | null {
  const key = addressKey(address);
  if (key === "unknown") return null;
  const parts = key.split(key.includes(":") ? ":" : ".").slice(0, 3);
  return key.includes(":") ? `${parts.join(":")}::/48` : `${parts.join(".")}.0/24`;
}

/** Some proxies write the client's port as well. An IPv4-mapped address becomes the IPv4 address inside. null: no address. */
export function parseClientAddress(address: string): Address | null {
  const text = address.trim();
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

/**
 * The key that limits count a client by: an IPv4 address as it is, an IPv6 address by its /64, which one customer owns
 * whole. Text that is no address shares one key.
 */
export function addressKey(address: string): string {
  const parsed = parseClientAddress(address);
  if (parsed === null) return "unknown";
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}
