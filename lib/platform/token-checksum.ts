import { crc32 } from "node:zlib";

/** §5: 32 random bytes in base64url. */
const RANDOM_LENGTH = 43;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 62^6 is more than 2^32. */
export const CHECKSUM_LENGTH = 6;

/** Scanners recognise our tokens by it without asking us, and a mistyped token is refused without a query. No secret. */
export function appendChecksum(text: string): string {
  return text + computeChecksum(text);
}

/** CRC-32 in base62, most significant digit first, padded with zeros. */
function computeChecksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let n = 0; n < CHECKSUM_LENGTH; n += 1) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

/** `broken`: of the length of a token with a checksum, but it does not match. Tokens issued earlier have none. */
export type TokenForm = "valid" | "broken" | "other";

export function readTokenForm(text: string, prefix: string): TokenForm {
  if (!text.startsWith(prefix) || !/^[A-Za-z0-9_-]+$/.test(text)) return "other";
  const length = text.length - prefix.length;
  if (length === RANDOM_LENGTH) return "valid";
  if (length !== RANDOM_LENGTH + CHECKSUM_LENGTH) return "other";
  const signed = text.slice(0, -CHECKSUM_LENGTH);
  return appendChecksum(signed) === text ? "valid" : "broken";
}
