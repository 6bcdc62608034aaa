import ipaddr from "ipaddr.js";

/** The name that a client is counted under: an IPv4 address as it is, an IPv6 address by its /64, which is one customer's. */
export function addressKey(address: string): string {
  const text = address.trim();
  if (!ipaddr.isValid(text)) return "unknown";
  const parsed = ipaddr.process(text); // An IPv4-mapped address becomes the IPv4 address inside.
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}
