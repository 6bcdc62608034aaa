import { isAccessToken, isRefreshToken } from "../../access/credentials/token";
import { sharedBatch } from "../../db/batch";
import type { RowOf, Statement } from "../../db/statement";
import { query } from "../../db/transaction";
import { sha256 } from "../../platform/crypto";
import { FIND_APPS_OF_ACCESS_TOKENS, FIND_CODES, FIND_REFRESH_TOKENS } from "./tokens.sql";

export type FoundCode = RowOf<typeof FIND_CODES>;
export type FoundRefreshToken = RowOf<typeof FIND_REFRESH_TOKENS>;

/** Anyone can send junk, so concurrent lookups share a statement. */
function createFinder<Row extends { hash: string }>(
  name: string,
  find: Statement<{ readonly hashes: readonly Buffer[] }, Row>,
): (text: string) => Promise<Row | null> {
  const findByHash = sharedBatch<Buffer, Row | null>(name, async (hashes) => {
    const found = new Map((await query(find, { hashes })).map((row) => [row.hash, row]));
    return hashes.map((hash) => found.get(hash.toString("hex")) ?? null);
  });
  return (text) => findByHash(sha256(text));
}

export const findCode = createFinder("find-oauth-codes", FIND_CODES);
const findRefreshTokens = createFinder("find-refresh-tokens", FIND_REFRESH_TOKENS);
const findAppsOfAccessTokens = createFinder("find-apps-of-access-tokens", FIND_APPS_OF_ACCESS_TOKENS);

export async function findRefreshToken(token: string): Promise<FoundRefreshToken | null> {
  return isRefreshToken(token) ? findRefreshTokens(token) : null;
}

export async function findAppOfAccessToken(token: string): Promise<string | null> {
  if (!isAccessToken(token)) return null;
  return (await findAppsOfAccessTokens(token))?.appId ?? null;
}
