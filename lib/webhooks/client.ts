import { createGuardedClient, type GuardedClient } from "../egress/send";
import { shared } from "../platform/shared";
import { ATTEMPTS_PER_HOST } from "./slots";

/** One client a process: its connections are kept between deliveries. */
export function webhookClient(): GuardedClient {
  return shared("webhook-client", () => createGuardedClient({ connectionsPerHost: ATTEMPTS_PER_HOST }));
}
