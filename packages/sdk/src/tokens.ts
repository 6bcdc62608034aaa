import { SvcAuthorizationError, SvcConnectionError } from "./errors.js";

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

export interface OAuthOptions {
  clientId: string;
  /** Confidential clients only. */
  clientSecret?: string;
  store: TokenStore;
}

/** An access token that expires within this time is renewed before it is used. */
const RENEW_AHEAD_MS = 60_000;
const REFRESH_TIMEOUT_MS = 30_000;

export function holdToken(token: string | (() => string | Promise<string>)): Credential {
  return { read: async () => (typeof token === "string" ? token : token()), renew: async () => false };
}

/** Reads the access token of a grant and refreshes it, once for all callers. */
export class OAuthCredential implements Credential {
  readonly #baseUrl: string;
  readonly #options: OAuthOptions;
  readonly #fetch: typeof fetch;
  #refresh: Promise<Tokens> | undefined;

  constructor(baseUrl: string, options: OAuthOptions, fetcher: typeof fetch) {
    this.#baseUrl = baseUrl;
    this.#options = options;
    this.#fetch = fetcher;
  }

  async read(): Promise<string> {
    const tokens = await this.#load();
    if (tokens.expiresAt - Date.now() > RENEW_AHEAD_MS) return tokens.accessToken;
    return (await this.#renewOnce(tokens.accessToken)).accessToken;
  }

  async renew(token: string): Promise<boolean> {
    return (await this.#renewOnce(token)).accessToken !== token;
  }

  async #load(): Promise<Tokens> {
    const tokens = await this.#options.store.load();
    if (tokens === undefined) throw new SvcAuthorizationError("no_tokens", "The token store is empty: authorize first");
    return tokens;
  }

  #renewOnce(used: string): Promise<Tokens> {
    this.#refresh ??= this.#options.store
      .exclusively(async () => {
        // Another process may have refreshed while this one waited for the lock.
        const tokens = await this.#load();
        if (tokens.accessToken !== used) return tokens;
        const renewed = await this.#exchange(tokens.refreshToken);
        await this.#options.store.save(renewed);
        return renewed;
      })
      .finally(() => {
        this.#refresh = undefined;
      });
    return this.#refresh;
  }

  /** Not repeated by itself: after a lost response the token may be used up, and the caller decides about a second use. */
  async #exchange(refreshToken: string): Promise<Tokens> {
    const { clientId, clientSecret } = this.#options;
    const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken, client_id: clientId });
    if (clientSecret !== undefined) body.set("client_secret", clientSecret);
    const signal = AbortSignal.timeout(REFRESH_TIMEOUT_MS);
    const response = await this.#fetch(`${this.#baseUrl}/oauth/token`, { method: "POST", body, signal }).catch(
      (cause) => {
        throw new SvcConnectionError("The token could not be refreshed: no response", true, { cause });
      },
    );
    return readTokens(response);
  }
}

interface TokenBody {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  error?: string;
  error_description?: string;
}

export async function readTokens(response: Response): Promise<Tokens> {
  const body = (await response.json().catch(() => ({}))) as TokenBody;
  if (!response.ok || !body.access_token) {
    const error = body.error ?? `status_${response.status}`;
    throw new SvcAuthorizationError(error, body.error_description ?? `The token endpoint refused: ${error}`);
  }
  return {
    accessToken: body.access_token,
    refreshToken: body.refresh_token,
    expiresAt: Date.now() + body.expires_in * 1000,
  };
}

/** For one process: the tokens are gone when it ends, `onSave` lets an app keep them. */
export class MemoryTokenStore implements TokenStore {
  #tokens: Tokens | undefined;
  #queue: Promise<unknown> = Promise.resolve();

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

  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work, work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}
