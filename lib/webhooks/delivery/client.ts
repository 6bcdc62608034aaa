import { createGuardedClient, type GuardedClient } from "../../egress/send";
import { shared } from "../../platform/shared";
import { ATTEMPTS_PER_HOST } from "./slots";

export function webhookClient(): GuardedClient {
  return shared("webhook-client", () => createGuardedClient({ connectionsPerHost: ATTEMPTS_PER_HOST }));
}
