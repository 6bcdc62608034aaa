import { createGuardedClient, type GuardedClient } from "../../egress/send";
import { shared } from "../../platform/shared";
import { ATTEMPTS_PER_HOST } from "./slots";

/** One client for each process: it keeps its connections between deliveries. */
export function webhookClient(): GuardedClient {
  return shared("webhook-client", () => createGuardedClient({ connectionsPerHost: ATTEMPTS_PER_HOST }));
}
