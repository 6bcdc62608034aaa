import { clientWithin } from "../../../lib/agents/connectors/gateway-address";
import { privateTargets } from "../../../lib/agents/connectors/private-targets";
import type { SocketTarget } from "../../../lib/egress/guarded-socket";
import { createGuardedClient } from "../../../lib/egress/send";
import { PUBLIC_REACH, type Reach, resolveHost } from "../../../lib/egress/target";
import { shared } from "../../../lib/platform/shared";
import { resetShared } from "../scenes/shared-state";

/** Addresses of each name of a test: one list per lookup, the last one for all further lookups. */
type Answers = Readonly<Record<string, readonly (readonly string[])[]>>;

const REACHES: readonly Reach[] = [
  PUBLIC_REACH,
  new Set(["allowed"]),
  new Set(["public"]),
  new Set(["allowed", "public"]),
];

/** The network as connectors see it under an operator's list: names as given, and connections that go nowhere. */
export function plantGatewayNetwork(operatorList: string, answers: Answers = {}) {
  process.env["SVC_CONNECTOR_PRIVATE_TARGETS"] = operatorList;
  resetShared();
  const network: Record<"resolved" | "dialled", string[]> = { resolved: [], dialled: [] };
  const turns = new Map<string, number>();
  const resolve = (host: string, isTrusted: boolean) => {
    network.resolved.push(host);
    const known = answers[host];
    if (!known) return /[a-z]\.example$/.test(host) ? Promise.resolve([]) : resolveHost(host, isTrusted);
    const turn = turns.get(host) ?? 0;
    turns.set(host, turn + 1);
    return Promise.resolve(known[Math.min(turn, known.length - 1)] ?? []);
  };
  const dial = ({ address }: SocketTarget) => {
    network.dialled.push(address);
    return Promise.reject(new Error("No connection in this test."));
  };
  for (const reach of REACHES) {
    const name = `gateway-client ${[...reach].toSorted().join()}`;
    const planted = shared(name, () => createGuardedClient({ reach, allowed: privateTargets(), resolve, dial }));
    if (clientWithin(reach) !== planted) throw new Error("The connectors' client has another name.");
  }
  return network;
}
