import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { shared } from "../platform/shared";

/** An empty list: the name has no address, or its name server did not answer. */
export type Resolve = (host: string, isTrusted: boolean) => Promise<readonly string[]>;

/** A name server that hangs delays only its own attempts, and occupies no thread. */
const TIMEOUTS = { timeout: 1_500, tries: 2 };

/**
 * All addresses of a name. The system resolves names that the operator trusts, hosts file included. All others go to DNS
 * alone, so that strangers use no search list and no thread of the process's small pool.
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
