import ipaddr from "ipaddr.js";
import type { Address } from "./address";

export function addressPrefix(address: string): string | null {
  const key = addressKey(address);
  if (key === "unknown") return null;
  const parts = key.split(key.includes(":") ? ":" : ".").slice(0, 3);
  return key.includes(":") ? `${parts.join(":")}::/48` : `${parts.join(".")}.0/24`;
}

export function parseClientAddress(address: string): Address | null {
  const text = address.trim();
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

/** One customer owns a whole IPv6 /64, so its addresses share a key, and so does text that is no address. */
export function addressKey(address: string): string {
  const parsed = parseClientAddress(address);
  if (parsed === null) return "unknown";
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}
