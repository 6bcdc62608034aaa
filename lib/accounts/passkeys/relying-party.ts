import ipaddr from "ipaddr.js";
import { brand } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";

/** The service as passkeys know it. They are bound to its host name, and work on no other. */
export interface RelyingParty {
  id: string;
  origin: string;
  name: string;
}

/** null: the service is reached by an IP address, which no passkey can be bound to. */
export function relyingParty(): RelyingParty | null {
  const { hostname, origin } = new URL(env().SVC_BASE_URL);
  return ipaddr.isValid(hostname.replace(/^\[|\]$/g, "")) ? null : { id: hostname, origin, name: brand().name };
}
