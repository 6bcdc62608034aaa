import { verify } from "node:crypto";
import { z } from "zod";
import {
  CLIENT_ASSERTION_LIFETIME_MAX_SECONDS,
  CLIENT_ASSERTION_SKEW_SECONDS,
} from "../../platform/client-document-limits";
import { algorithmOf, type ClientKey, importKey, SIGNING_ALGORITHMS } from "../apps/client-keys";

const Header = z.object({
  alg: z.enum(SIGNING_ALGORITHMS),
  kid: z.string().optional(),
  typ: z
    .string()
    .regex(/^(?:jwt|client-authentication\+jwt)$/i)
    .optional(),
  crit: z.undefined().optional(),
});

const Claims = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string()).min(1)]).transform((aud) => [aud].flat()),
  exp: z.number(),
  nbf: z.number().optional(),
  iat: z.number().optional(),
  jti: z.string().min(1).max(500),
});

export interface Assertion {
  header: z.output<typeof Header>;
  claims: z.output<typeof Claims>;
  signed: Buffer;
  signature: Buffer;
}

const COMPACT = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

export function readAssertion(text: string): Assertion | null {
  const [, head = "", payload = "", signature = ""] = COMPACT.exec(text) ?? [];
  const header = Header.safeParse(decodePart(head));
  const claims = Claims.safeParse(decodePart(payload));
  if (!header.success || !claims.success) return null;
  return {
    header: header.data,
    claims: claims.data,
    signed: Buffer.from(`${head}.${payload}`),
    signature: Buffer.from(signature, "base64url"),
  };
}

function decodePart(part: string): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(part, "base64url")));
  } catch {
    return null;
  }
}

/** The key's type decides the algorithm; trusting the header alone would allow algorithm confusion. */
export function fitsKey({ header }: Assertion, key: ClientKey): boolean {
  return algorithmOf(key) === header.alg && (header.kid === undefined || header.kid === key.kid);
}

export function isSignedBy({ header, signed, signature }: Assertion, key: ClientKey): boolean {
  const digest = header.alg === "EdDSA" ? null : "sha256";
  return verify(digest, signed, { key: importKey(key), dsaEncoding: "ieee-p1363" }, signature);
}

/** An assertion that also names another server would let that server use it here. */
export function findClaimProblem(
  { claims: { iss, sub, aud, exp, nbf, iat } }: Assertion,
  { clientId, audiences, seconds }: { clientId: string; audiences: readonly string[]; seconds: number },
): string | null {
  if (iss !== clientId || sub !== clientId) return "iss and sub of the assertion must be the client id.";
  if (!aud.every((one) => audiences.includes(one))) {
    return "aud of the assertion must be the issuer or the URL of the token endpoint, and nothing else.";
  }
  const latest = seconds + CLIENT_ASSERTION_SKEW_SECONDS;
  if (exp <= seconds - CLIENT_ASSERTION_SKEW_SECONDS) return "The assertion has expired.";
  if (exp > latest + CLIENT_ASSERTION_LIFETIME_MAX_SECONDS) {
    return `exp of the assertion is more than ${CLIENT_ASSERTION_LIFETIME_MAX_SECONDS} seconds away.`;
  }
  return (nbf ?? 0) > latest || (iat ?? 0) > latest ? "The assertion is not valid yet." : null;
}
