/** The front door sets this on each request to Next. Where Next runs by itself, the proxy before it must. */
export const CLIENT_ADDRESS_HEADER = "x-svc-client-address";
