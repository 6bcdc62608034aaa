/** Set by the front door on each request that goes to Next. Where Next runs by itself, the proxy in front of it must set it. */
export const CLIENT_ADDRESS_HEADER = "x-svc-client-address";
