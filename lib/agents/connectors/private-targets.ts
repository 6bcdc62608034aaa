import { type ConnectorTargets, parseConnectorTargets } from "../../platform/address";
import { env } from "../../platform/env";
import { log } from "../../platform/log";

export function privateTargets(): ConnectorTargets {
  const targets = parseConnectorTargets(env().SVC_CONNECTOR_PRIVATE_TARGETS);
  if (!targets) throw new Error("SVC_CONNECTOR_PRIVATE_TARGETS cannot be parsed.");
  return targets;
}

export type PrivateReach = "none" | "listed" | "all";

export function describePrivateReach(): PrivateReach {
  const { isAll, hosts, ranges } = privateTargets();
  if (isAll) return "all";
  return hosts.size + ranges.length > 0 ? "listed" : "none";
}

export function warnOfOpenNetworks(): void {
  if (!privateTargets().isAll || env().SVC_ENVIRONMENT === "development") return;
  log().warn(
    { variable: "SVC_CONNECTOR_PRIVATE_TARGETS" },
    "every private network is open to connectors: anyone who creates one can call any host there and read the response",
  );
}
