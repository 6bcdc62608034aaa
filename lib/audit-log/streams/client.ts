import { createGuardedClient, type GuardedClient } from "../../egress/send";
import type { Reach } from "../../egress/target";
import { shared } from "../../platform/shared";

const CONNECTIONS_PER_HOST = 2;
/** Rows go unencrypted only to hosts that the operator has allowed. */
const ALLOWED_REACH: Reach = new Set(["allowed"]);

export function streamClient(url: string): GuardedClient {
  const connectionsPerHost = CONNECTIONS_PER_HOST;
  return /^\s*http:/i.test(url)
    ? shared("audit-stream-plain-client", () => createGuardedClient({ connectionsPerHost, reach: ALLOWED_REACH }))
    : shared("audit-stream-client", () => createGuardedClient({ connectionsPerHost }));
}
