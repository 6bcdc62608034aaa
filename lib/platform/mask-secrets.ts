import { STORED_HEADER_MAX_LENGTH } from "./limits";

/** The last line of defence for text that came from elsewhere: our own keys and tokens, credentials of headers and URLs. */
export function maskSecrets(text: string): string {
  return text
    .replace(/(svc_(?:live|test|at|rt|cs|ac|cli)_|whsec_)[A-Za-z0-9_-]{8,}/g, "$1[redacted]")
    .replace(/\b(bearer|basic)\s+[A-Za-z0-9+/._~=-]{8,}/gi, "$1 [redacted]")
    .replace(/([a-z]+:\/\/[^:/\s]+:)[^@\s]+@/g, "$1[redacted]@");
}

/** A header's text as it may be kept and shown: senders put keys and tokens into the oddest ones. */
export function keepHeader(value: string | null | undefined): string | null {
  return value == null ? null : maskSecrets(value).slice(0, STORED_HEADER_MAX_LENGTH);
}
