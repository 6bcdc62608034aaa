import { STORED_HEADER_MAX_LENGTH } from "./limits";

/**
 * Anyone can send this text, so each pattern must read it once: one that starts anywhere and seeks a distant end would
 * block the process for seconds.
 */
export function maskSecrets(text: string): string {
  const masked = text
    .replace(/(svc_(?:live|test|at|rt|cs|ac|cli)_|whsec_)[A-Za-z0-9_-]{8,}/g, "$1[redacted]")
    .replace(/\b(bearer|basic)\s+[A-Za-z0-9+/._~=-]{8,}/gi, "$1 [redacted]");
  return masked.includes("://") ? masked.replace(/[^@\s]+@?/g, maskPassword) : masked;
}

function maskPassword(run: string): string {
  return run.endsWith("@") ? run.replace(/(:\/\/[^:/]+:)\S+@$/, "$1[redacted]@") : run;
}

export function maskHeader(value: string | null | undefined): string | null {
  return value == null ? null : maskSecrets(value).slice(0, STORED_HEADER_MAX_LENGTH);
}

const FOREIGN: readonly RegExp[] = [
  /\beyJ[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]*)*/g,
  /\b(?:gh[a-z]_|github_pat_|glpat-|xox[a-z]-|sk[-_]|pk[-_]|rk_|AKIA|ASIA|AIza)[A-Za-z0-9_-]{8,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=:\/\/)[^/\s@]+@/g,
];
const NAMED =
  /((?:(?:pass(?:word|wd|phrase)?|secret|token|api[-_]?key|credential|signature|sig|session|cookie|authorization)["']?\s*[=:]\s*["']?)+)[^\s"'&,;]+/gi;

export function maskEverySecret(text: string): string {
  const own = text.replace(/(svc_[a-z]{2,4}_|whsec_)[^\s"'<>&,;]+/gi, "$1[redacted]");
  const known = FOREIGN.reduce((masked, form) => masked.replace(form, "[redacted]"), maskSecrets(own));
  return known.replace(NAMED, "$1[redacted]");
}
