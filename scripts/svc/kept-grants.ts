import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "../start/instance-lock.mjs";

export interface TokenResponse {
  access_token: string;
  refresh_token?: string;
  expires_in: number;
  scope: string;
  error?: string;
  error_description?: string;
}

interface Ways {
  /** Null: the grant has ended, or its token was used elsewhere. */
  refresh: (refreshToken: string) => Promise<TokenResponse | null>;
  /** A new grant. */
  approve: () => Promise<TokenResponse>;
}

/**
 * One grant for each `name`, however often a token is asked for: a grant lives for 30 days and is listed to its person.
 * Calls at the same time take turns, because a refresh token that is used twice ends its grant.
 */
export async function reuseGrant(dataDir: string, name: string, { refresh, approve }: Ways): Promise<TokenResponse> {
  const directory = join(dataDir, "svc");
  const file = join(directory, "grants.json");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return withLock(directory, async () => {
    const kept = readKept(file);
    const refreshToken = kept[name];
    const renewed = refreshToken === undefined ? null : await refresh(refreshToken);
    const answer = renewed ?? (await approve());
    writeFileSync(file, JSON.stringify({ ...kept, [name]: answer.refresh_token }), { mode: 0o600 });
    return answer;
  });
}

function readKept(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  } catch {
    return {};
  }
}
