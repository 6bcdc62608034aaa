/** Sent as the user agent; a test holds it to package.json. */
export const VERSION = "0.1.0";
