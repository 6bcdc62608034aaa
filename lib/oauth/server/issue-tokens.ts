import type { Scope } from "../../access/scopes";
import { sharedBatch } from "../../db/batch";
import { prisma } from "../../db/prisma";
import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { sha256 } from "../../platform/crypto";
import { newId } from "../../platform/ids";
import { ACCESS_TOKEN_LIFETIME_MS } from "../../platform/limits";
import { maskHeader } from "../../platform/mask-secrets";
import type { Cause } from "../grants/grant";
import { EXCHANGE_CODES, ROTATE_REFRESH_TOKENS } from "./tokens.sql";

export interface Exchange {
  presented: string;
  accessToken: string;
  refreshToken: string;
  /** RFC 6749 §6: the access token may have fewer scopes; the refresh token keeps the family's. */
  scopes: readonly Scope[];
  cause: Cause;
}

export interface Issued {
  accessExpiresAt: Date;
}

async function swap(issue: typeof EXCHANGE_CODES, exchanges: readonly Exchange[]): Promise<(Issued | null)[]> {
  const hex = (secret: string) => sha256(secret).toString("hex");
  const first = new Set<string>();
  const rows = exchanges.flatMap(({ presented, accessToken, refreshToken, scopes, cause }, n) => {
    // A token presented twice in one batch is swapped once; the second caller gets null.
    if (first.has(presented)) return [];
    first.add(presented);
    const { address, userAgent } = cause;
    const tokens = { presented: hex(presented), access: hex(accessToken), refresh: hex(refreshToken) };
    return [{ n, ...tokens, tokenId: newId("tok"), scopes, address, userAgent: maskHeader(userAgent) }];
  });
  const keys = [...first].map(sha256);
  const at = now();
  const accessEndsAt = new Date(at.getTime() + ACCESS_TOKEN_LIFETIME_MS);
  const issued = await query(issue, { tokens: JSON.stringify(rows), at, accessEndsAt, hashes: keys });
  const byNumber = new Map(issued.map((row) => [row.n, row]));
  return exchanges.map((_, n) => byNumber.get(n) ?? null);
}

/** Returns null when another request was faster or the grant has ended. */
export async function exchangeCode(exchange: Exchange): Promise<Issued | null> {
  const [issued] = await swap(EXCHANGE_CODES, [exchange]);
  return issued ?? null;
}

export const rotateRefreshToken = sharedBatch<Exchange, Issued | null>("rotate-refresh-tokens", (exchanges) =>
  swap(ROTATE_REFRESH_TOKENS, exchanges),
);

/** A failed attempt uses up the code, so the verifier cannot be guessed twice. */
export async function spendCode(code: string): Promise<void> {
  const where = { hash: new Uint8Array(sha256(code)), usedAt: null };
  await prisma().oAuthCode.updateMany({ where, data: { usedAt: now() } });
}
