import { createPublicKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import { CLIENT_KEYS_MAX } from "../../platform/client-document-limits";
import { findClientUrlProblem } from "../client-documents/client-url";

export const SIGNING_ALGORITHMS = ["ES256", "RS256", "EdDSA"] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

const RSA_BITS_MIN = 2_048;
const RSA_BITS_MAX = 4_096;

const Value = z.string().regex(/^[A-Za-z0-9_-]{1,700}$/);
const EXTRAS = {
  kid: z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/)
    .optional(),
};

const ClientKey = z.discriminatedUnion("kty", [
  z.object({ kty: z.literal("EC"), crv: z.literal("P-256"), x: Value, y: Value, ...EXTRAS }),
  z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: Value, ...EXTRAS }),
  // A long exponent would make each verification expensive.
  z.object({ kty: z.literal("RSA"), n: Value, e: Value.max(8), ...EXTRAS }),
]);
export type ClientKey = z.output<typeof ClientKey>;
export const ClientKeyList = z.array(ClientKey);

export const ClientKeys = z.union([z.object({ jwksUri: z.string() }), z.object({ jwks: ClientKeyList })]);
export type ClientKeys = z.output<typeof ClientKeys>;

const ALGORITHM_OF = { EC: "ES256", OKP: "EdDSA", RSA: "RS256" } as const;

export function algorithmOf({ kty }: ClientKey): SigningAlgorithm {
  return ALGORITHM_OF[kty];
}

export function importKey(key: ClientKey): KeyObject {
  return createPublicKey({ key: { ...key }, format: "jwk" });
}

const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

export type KeyProblem = "keys_invalid" | "keys_private" | "keys_too_many" | "keys_url";
export type KeyReading<Keys> = { problem: null; keys: Keys } | { problem: KeyProblem };

const Given = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });

/** RFC 7517: unusable keys are skipped; one private or symmetric key rejects the whole set. */
export function readKeySet(value: unknown): KeyReading<ClientKey[]> {
  const given = Given.safeParse(value);
  if (!given.success) return { problem: "keys_invalid" };
  if (given.data.keys.length > CLIENT_KEYS_MAX) return { problem: "keys_too_many" };
  if (given.data.keys.some((key) => PRIVATE_MEMBERS.some((member) => Object.hasOwn(key, member)))) {
    return { problem: "keys_private" };
  }
  const keys = given.data.keys.flatMap(readKey);
  return keys.length === 0 ? { problem: "keys_invalid" } : { problem: null, keys };
}

function readKey(given: Record<string, unknown>): ClientKey[] {
  const { data: key } = ClientKey.safeParse(given);
  if (!key || (given["use"] ?? "sig") !== "sig") return [];
  if ((given["alg"] ?? algorithmOf(key)) !== algorithmOf(key)) return [];
  return isImportable(key) ? [key] : [];
}

function isImportable(key: ClientKey): boolean {
  try {
    const bits = importKey(key).asymmetricKeyDetails?.modulusLength;
    return bits === undefined || (bits >= RSA_BITS_MIN && bits <= RSA_BITS_MAX);
  } catch {
    return false;
  }
}

export function readKeysOf(given: { jwks?: unknown; jwks_uri?: unknown }): KeyReading<ClientKeys> {
  const { jwks, jwks_uri: jwksUri } = given;
  if (jwksUri === undefined) {
    const set = readKeySet(jwks);
    return set.problem === null ? { problem: null, keys: { jwks: set.keys } } : set;
  }
  if (jwks !== undefined) return { problem: "keys_invalid" };
  const isUsable = typeof jwksUri === "string" && findClientUrlProblem(jwksUri) === null;
  return isUsable ? { problem: null, keys: { jwksUri } } : { problem: "keys_url" };
}

export function readKeysText(text: string): KeyReading<ClientKeys> {
  if (/^https?:/i.test(text)) return readKeysOf({ jwks_uri: text });
  try {
    return readKeysOf({ jwks: JSON.parse(text) });
  } catch {
    return { problem: "keys_invalid" };
  }
}

export function nameKey(key: ClientKey): string {
  const values = { x: "", y: "", n: "", e: "", kid: "", ...key };
  return [values.kty, values.x, values.y, values.n, values.e, values.kid].join(" ");
}

export function nameForPeople(key: ClientKey): string {
  return key.kid === undefined ? algorithmOf(key) : `${algorithmOf(key)} ${key.kid}`;
}

export function storeKeys(keys: ClientKeys | null) {
  return {
    usesKeys: keys !== null,
    jwks: keys !== null && "jwks" in keys ? keys.jwks : [],
    jwksUri: keys !== null && "jwksUri" in keys ? keys.jwksUri : null,
    jwksCheckedAt: null,
    jwksFreshUntil: null,
  };
}

export interface StoredKeys {
  usesKeys: boolean;
  jwks: unknown;
  jwksUri: string | null;
}

export function describeKeys({ usesKeys, jwks, jwksUri }: StoredKeys): ClientKeys | null {
  if (!usesKeys) return null;
  return jwksUri === null ? { jwks: ClientKeyList.parse(jwks) } : { jwksUri };
}
