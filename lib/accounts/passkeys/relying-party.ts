import ipaddr from "ipaddr.js";
import { brand } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";

export interface RelyingParty {
  id: string;
  origin: string;
  name: string;
}

export function relyingParty(): RelyingParty | null {
  const { hostname, origin } = new URL(env().SVC_BASE_URL);
  return ipaddr.isValid(hostname.replace(/^\[|\]$/g, "")) ? null : { id: hostname, origin, name: brand().name };
}
