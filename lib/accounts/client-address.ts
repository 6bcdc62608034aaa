/** Set by the front door on each request to a page. */
export const CLIENT_ADDRESS_HEADER = "x-svc-client-address";
