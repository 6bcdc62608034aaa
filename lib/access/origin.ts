import type { Caller } from "./caller";

export interface Origin {
  viaId: string;
  viaRequestId: string;
}

/** The transaction is the key: verbs of the browser are the same, and have no origin. */
const origins = new WeakMap<object, Origin>();

export function recordOrigin(tx: object, origin: Origin | null): void {
  if (origin) origins.set(tx, origin);
}

export function readOrigin(tx: object): { viaId: string | null; viaRequestId: string | null } {
  const origin = origins.get(tx);
  return { viaId: origin?.viaId ?? null, viaRequestId: origin?.viaRequestId ?? null };
}

export function describeOrigin({ apiKeyId, appId, authMethod, tokenId }: Caller, requestId: string): Origin | null {
  const viaId = apiKeyId ?? appId ?? (authMethod === "cli_session" ? tokenId : null);
  return viaId === null ? null : { viaId, viaRequestId: requestId };
}
