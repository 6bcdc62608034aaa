import { SvcAuthorizationError, SvcConnectionError } from "./errors.js";
import { parseJson } from "./json.js";
import { makeQueue } from "./queue.js";

/** The source of the token that each attempt carries. */
export interface Credential {
  read: () => Promise<string>;
  /** Called after a 401 for `token`; true where another token is there now. */
  renew: (token: string) => Promise<boolean>;
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/**
 * Keeps the tokens of one grant. A refresh token is good for one use, and a second use ends the grant:
 * `exclusively` must hold every other user of the same grant back, in other processes too.
 */
export interface TokenStore {
  load: () => Promise<Tokens | undefined>;
  save: (tokens: Tokens) => Promise<void>;
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
}

/** An OAuth app, at the service that knows it. */
export interface OAuthApp {
  baseUrl: string;
  clientId: string;
  /** Confidential clients only. */
  clientSecret?: string | undefined;
  fetch?: typeof fetch | undefined;
}

/** An access token that expires within this time is renewed before it is used. */
const RENEW_AHEAD_MS = 60_000;
const RESPONSE_TIMEOUT_MS = 30_000;

/** Reads the access token of a grant and refreshes it, once for all callers. */
export function openGrant(app: OAuthApp, store: TokenStore): Credential {
  let refresh: Promise<Tokens> | undefined;
  const load = async () => {
    const tokens = await store.load();
    if (tokens === undefined) throw new SvcAuthorizationError("no_tokens", "The token store is empty: authorize first");
    return tokens;
  };
  const replace = async (used: string) => {
    // Another process may have refreshed while this one waited for the lock.
    const tokens = await load();
    if (tokens.accessToken !== used) return tokens;
    // Not repeated by itself: after a lost response the token may be used up, and the caller decides about a second use.
    const renewed = await requestTokens(app, { grant_type: "refresh_token", refresh_token: tokens.refreshToken });
    await store.save(renewed);
    return renewed;
  };
  const refreshOnce = (used: string) => {
    refresh ??= store
      .exclusively(() => replace(used))
      .finally(() => {
        refresh = undefined;
      });
    return refresh;
  };
  return {
    read: async () => {
      const { accessToken, expiresAt } = await load();
      return expiresAt - Date.now() > RENEW_AHEAD_MS ? accessToken : (await refreshOnce(accessToken)).accessToken;
    },
    renew: async (token) => (await refreshOnce(token)).accessToken !== token,
  };
}

/** One request to the token endpoint (RFC 6749). */
export async function requestTokens(app: OAuthApp, grant: Record<string, string>): Promise<Tokens> {
  const { baseUrl, clientId, clientSecret, fetch: send = fetch } = app;
  const body = new URLSearchParams({ ...grant, client_id: clientId });
  if (clientSecret !== undefined) body.set("client_secret", clientSecret);
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
  const exchange = send(`${baseUrl}/oauth/token`, { method: "POST", body, signal });
  const answer = exchange.then(async (response) => [response, await response.text()] as const);
  const [{ ok, status }, text] = await answer.catch((cause) => {
    const message = "No response from the token endpoint: the token could not be refreshed or issued";
    throw new SvcConnectionError(message, { cause });
  });
  const issued = parseJson<Record<string, string>>(text) ?? {};
  const { access_token: accessToken, refresh_token: refreshToken = "", error = `status_${status}` } = issued;
  if (!ok || !accessToken) {
    throw new SvcAuthorizationError(error, issued["error_description"] ?? `The token endpoint refused: ${error}`);
  }
  return { accessToken, refreshToken, expiresAt: Date.now() + Number(issued["expires_in"]) * 1000 };
}

/** Tokens end with the process; `onSave` lets an app keep them. */
export class MemoryTokenStore implements TokenStore {
  #tokens: Tokens | undefined;
  readonly exclusively = makeQueue();

  constructor(
    tokens?: Tokens,
    readonly onSave?: (tokens: Tokens) => void | Promise<void>,
  ) {
    this.#tokens = tokens;
  }

  async load(): Promise<Tokens | undefined> {
    return this.#tokens;
  }

  async save(tokens: Tokens): Promise<void> {
    this.#tokens = tokens;
    await this.onSave?.(tokens);
  }
}
