import ipaddr from "ipaddr.js";
import { type Address, isIn, type Range } from "./address";
import { parseClientAddress } from "./address-key";

export type NetworkProblem = "network_unreadable" | "network_of_all";
export type ReadNetwork = { network: string; problem: null } | { network: null; problem: NetworkProblem };

const refuse = (problem: NetworkProblem): ReadNetwork => ({ network: null, problem });

export function readNetwork(text: string): ReadNetwork {
  const range = parseRange(text.trim().toLowerCase());
  if (range === null) return refuse("network_unreadable");
  if (range[1] === 0) return refuse("network_of_all");
  return { network: writeRange(range), problem: null };
}

function parseRange(text: string): Range | null {
  const [address = "", prefix, ...more] = text.split("/");
  if (more.length > 0 || !isPlainAddress(address)) return null;
  const parsed = ipaddr.parse(address);
  const widest = parsed instanceof ipaddr.IPv4 ? 32 : 128;
  if (prefix !== undefined && !/^(0|[1-9]\d{0,2})$/.test(prefix)) return null;
  const bits = prefix === undefined ? widest : Number(prefix);
  return bits > widest ? null : unmap([parsed, bits]);
}

/**
 * Other programs read octal, hexadecimal and shortened IPv4 differently, and a zone (`%eth0`) is local to a machine.
 */
function isPlainAddress(text: string): boolean {
  if (!text.includes(":")) return ipaddr.IPv4.isValidFourPartDecimal(text);
  const last = text.slice(text.lastIndexOf(":") + 1);
  if (last.includes(".") && !ipaddr.IPv4.isValidFourPartDecimal(last)) return false;
  return !text.includes("%") && ipaddr.IPv6.isValid(text);
}

function unmap([address, bits]: Range): Range | null {
  if (!(address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress())) return [address, bits];
  return bits < 96 ? null : [address.toIPv4Address(), bits - 96];
}

function writeRange([address, bits]: Range): string {
  const bytes = address.toByteArray().map((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - index * 8));
    return byte & (0xff << (8 - kept));
  });
  const network = ipaddr.fromByteArray(bytes);
  const text = network instanceof ipaddr.IPv4 ? network.toString() : network.toRFC5952String();
  return bits === bytes.length * 8 ? text : `${text}/${bits}`;
}

const COMPILED_MAX = 1_000;
const compiled = new Map<string, readonly Range[]>();

function compile(networks: readonly string[]): readonly Range[] {
  const key = networks.join();
  const known = compiled.get(key);
  if (known) return known;
  if (compiled.size >= COMPILED_MAX) compiled.clear();
  const ranges = networks.map(parseRange).filter((range) => range !== null);
  compiled.set(key, ranges);
  return ranges;
}

export function isInNetworks(networks: readonly string[], address: Address | null): boolean {
  return address !== null && compile(networks).some((range) => isIn(address, range));
}

export function writeClientAddress(text: string): string | null {
  const address = parseClientAddress(text);
  if (address === null) return null;
  return address instanceof ipaddr.IPv4 ? address.toString() : ipaddr.fromByteArray(address.toByteArray()).toString();
}

export function compareNetworks(networks: readonly string[], network: string): "all" | "none" | "some" {
  const own = parseRange(network);
  if (own === null) return "some";
  const ranges = compile(networks);
  if (ranges.some((range) => range[1] <= own[1] && isIn(own[0], range))) return "all";
  return ranges.some(([address]) => isIn(address, own)) ? "some" : "none";
}
