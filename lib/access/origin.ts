import type { Caller } from "./caller";

/** The credential and the request through which a program wrote something for its author. */
export interface Origin {
  /** Of an OAuth app, a connector, an API key, or the session of a command line. */
  viaId: string;
  viaRequestId: string;
}

/** By the transaction, which is nothing here but a key: the verbs of the browser are the same, and have no origin. */
const origins = new WeakMap<object, Origin>();

export function noteOrigin(tx: object, origin: Origin | null): void {
  if (origin) origins.set(tx, origin);
}

/** For the columns of a new or changed row; nulls: a person wrote it in the browser. */
export function readOrigin(tx: object): [viaId: string | null, viaRequestId: string | null] {
  const origin = origins.get(tx);
  return [origin?.viaId ?? null, origin?.viaRequestId ?? null];
}

export function describeOrigin({ apiKeyId, appId, authMethod, tokenId }: Caller, requestId: string): Origin | null {
  const viaId = apiKeyId ?? appId ?? (authMethod === "cli_session" ? tokenId : null);
  return viaId === null ? null : { viaId, viaRequestId: requestId };
}
