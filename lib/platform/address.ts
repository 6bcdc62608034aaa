import ipaddr from "ipaddr.js";

export type AddressVerdict = "public" | "allowed" | "private" | "never";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Range = [Address, number];

export interface AllowedTargets {
  hosts: ReadonlySet<string>;
  ranges: readonly Range[];
}

const parseRanges = (texts: readonly string[]): Range[] => texts.map((text) => ipaddr.parseCIDR(text));

/** Clouds keep their metadata on link-local and on these; no operator's list opens them. */
const METADATA = parseRanges([
  "169.254.0.0/16",
  "fe80::/10",
  "100.100.100.200/32",
  "168.63.129.16/32",
  "192.0.0.192/32",
  "fd00:ec2::/32",
  "fd20:ce::/32",
]);
/** The tunnels are here because their final address cannot be checked. */
const UNREACHABLE = parseRanges([
  "0.0.0.0/8",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/128",
  "ff00::/8",
  "2001::/32",
  "2002::/16",
]);
const LOOPBACK = parseRanges(["127.0.0.0/8", "::1/128"]);
const PRIVATE_NETWORKS = parseRanges(["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"]);
const GLOBAL_UNICAST_V6: Range = ipaddr.parseCIDR("2000::/3");
const NAT64: Range = ipaddr.parseCIDR("64:ff9b::/96");

export function isIn(address: Address, [range, bits]: Range): boolean {
  return address.kind() === range.kind() && address.match(range, bits);
}

/** IPv4-mapped and NAT64 addresses connect to the IPv4 address inside them. */
function unwrap(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return isIn(address, NAT64) ? ipaddr.fromByteArray(address.toByteArray().slice(12)) : address;
}

export function classifyAddress(text: string, host: string, targets: AllowedTargets): AddressVerdict {
  if (!ipaddr.isValid(text)) return "never";
  const address = unwrap(ipaddr.parse(text));
  if ([...METADATA, ...UNREACHABLE].some((range) => isIn(address, range))) return "never";
  if (isPublic(address)) return "public";
  return isListed(address, host, targets) ? "allowed" : "private";
}

/** Loopback must be listed as such: neither the DNS of a listed name nor a wide range may lead to this machine. */
function isListed(address: Address, host: string, { hosts, ranges }: AllowedTargets): boolean {
  const matching = ranges.filter((range) => isIn(address, range));
  const loopback = LOOPBACK.find((range) => isIn(address, range));
  if (!loopback) return hosts.has(host) || matching.length > 0;
  const namesLoopback = /(?:^|\.)localhost$/.test(host) && hosts.has(host);
  return namesLoopback || matching.some(([, bits]) => bits >= loopback[1]);
}

function isPublic(address: Address): boolean {
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || isIn(address, GLOBAL_UNICAST_V6));
}

export function splitList(text: string): string[] {
  const entries = text.split(",").map((entry) => entry.trim().toLowerCase());
  return entries.filter(Boolean);
}

export function parseAllowedTargets(text: string): AllowedTargets | null {
  const hosts = new Set<string>();
  const ranges: Range[] = [];
  for (const entry of splitList(text)) {
    if (ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry));
    else if (ipaddr.isValid(entry)) {
      const address = ipaddr.parse(entry);
      ranges.push([address, address.kind() === "ipv4" ? 32 : 128]);
    } else if (/^(?=.*[a-z])[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(entry))
      hosts.add(entry);
    else return null;
  }
  return { hosts, ranges };
}

export interface ConnectorTargets extends AllowedTargets {
  isAll: boolean;
}

export function parseConnectorTargets(text: string): ConnectorTargets | null {
  const entries = splitList(text);
  const isAll = entries.includes("all");
  const named = parseAllowedTargets(entries.filter((entry) => entry !== "all").join());
  return named && { hosts: named.hosts, ranges: [...named.ranges, ...(isAll ? PRIVATE_NETWORKS : [])], isAll };
}

export function normalizeAddress(text: string): string {
  return ipaddr.isValid(text) ? unwrap(ipaddr.parse(text)).toNormalizedString() : text;
}
