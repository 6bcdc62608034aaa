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

/** Credentials as other services form them, and values whose name says what they are. */
const FOREIGN: readonly RegExp[] = [
  /\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]*)?/g,
  /\b(?:gh[a-z]_|github_pat_|glpat-|xox[a-z]-|sk[-_]|pk[-_]|rk_|AKIA|ASIA|AIza)[A-Za-z0-9_-]{8,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=(?:pass(?:word|wd|phrase)?|secret|token|api[-_]?key|credential|signature|sig|session|cookie|authorization)["']?\s*[=:]\s*["']?)[^\s"'&,;]+/gi,
  /(?<=:\/\/)[^/\s@]+@/g,
];

/** For bodies that a person records: also in other cases and forms than those we issue, and other services' credentials. */
export function maskEverySecret(text: string): string {
  const own = text.replace(/(svc_[a-z]{2,4}_|whsec_)[^\s"'<>&,;]+/gi, "$1[redacted]");
  return FOREIGN.reduce((masked, form) => masked.replace(form, "[redacted]"), maskSecrets(own));
}
