import { createGuardedClient, type GuardedClient } from "../../egress/send";
import { shared } from "../../platform/shared";

const CONNECTIONS_PER_HOST = 8;

/** Anyone signed in names an endpoint, so the operator's exceptions for webhooks do not count here. */
export function pushClient(): GuardedClient {
  return shared("push-client", () =>
    createGuardedClient({ reach: new Set(["public"]), connectionsPerHost: CONNECTIONS_PER_HOST }),
  );
}
