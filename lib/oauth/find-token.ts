import { sharedBatch } from "../platform/batch";
import { sha256 } from "../platform/crypto";
import { query } from "../platform/db";
import type { RowOf } from "../platform/statement";
import { isRefreshToken } from "./token";
import { FIND_CODE, FIND_REFRESH_TOKENS } from "./tokens.sql";

export type FoundCode = RowOf<typeof FIND_CODE>;
export type FoundRefreshToken = RowOf<typeof FIND_REFRESH_TOKENS>;

export async function findCode(code: string): Promise<FoundCode | null> {
  const [found] = await query(FIND_CODE, [sha256(code)]);
  return found ?? null;
}

const findRefreshTokens = sharedBatch<Buffer, FoundRefreshToken | null>("find-refresh-tokens", async (hashes) => {
  const rows = await query(FIND_REFRESH_TOKENS, [hashes]);
  const found = new Map(rows.map((row) => [row.hash, row]));
  return hashes.map((hash) => found.get(hash.toString("hex")) ?? null);
});

/** A text without the form of a refresh token is not looked up. */
export async function findRefreshToken(token: string): Promise<FoundRefreshToken | null> {
  return isRefreshToken(token) ? findRefreshTokens(sha256(token)) : null;
}
