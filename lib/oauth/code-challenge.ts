/** RFC 7636 §4.1: a verifier, and what is made of one, in its alphabet and length. */
export const CODE_CHALLENGE = /^[A-Za-z0-9\-._~]{43,128}$/;
