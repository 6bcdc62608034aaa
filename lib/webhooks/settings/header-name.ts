const RESERVED = /^(?:svc-webhook-|x-webhook-)|^(?:sunset|deprecation)$/i;
const OF_STANDARD_WEBHOOKS = /^webhook-/i;
/** RFC 9110 §7.6.1, and headers that would change the receiver or the framing. */
const TRANSPORT = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

export type HeaderRefusal = "header_name_invalid" | "header_reserved" | "header_transport";

export function refuseHeaderName(name: string): HeaderRefusal | null {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name)) return "header_name_invalid";
  if (RESERVED.test(name) || OF_STANDARD_WEBHOOKS.test(name)) return "header_reserved";
  return TRANSPORT.has(name.toLowerCase()) ? "header_transport" : null;
}

/**
 * Some `webhook-…` headers were registered before that prefix was reserved. They are sent where they can forge nothing.
 */
export function mayBeSent(name: string, standardHeaders: boolean): boolean {
  return refuseHeaderName(name) === null || (!standardHeaders && OF_STANDARD_WEBHOOKS.test(name));
}
