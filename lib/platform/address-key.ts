import ipaddr from "ipaddr.js";

/** The part of an address that logs keep: a /24, or the /48 of a site. null: the text is no address. */
export function addressPrefix(address: string): string | null {
  const key = addressKey(address);
  if (key === "unknown") return null;
  const parts = key.split(key.includes(":") ? ":" : ".").slice(0, 3);
  return key.includes(":") ? `${parts.join(":")}::/48` : `${parts.join(".")}.0/24`;
}

/**
 * The key that limits count a client by: an IPv4 address as it is, an IPv6 address by its /64, which one customer owns
 * whole. Some proxies write the client's port as well. Text that is no address shares one key.
 */
export function addressKey(address: string): string {
  const text = address.trim();
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  if (!ipaddr.isValid(bare)) return "unknown";
  const parsed = ipaddr.process(bare); // An IPv4-mapped address becomes the IPv4 address inside.
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}
