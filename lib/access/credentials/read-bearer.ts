const BEARER = /^Bearer +(\S+)$/i;

/** The token of an `Authorization` header. null: there is none. */
export function readBearer(authorization: string | null): string | null {
  return BEARER.exec(authorization?.trim() ?? "")?.[1] ?? null;
}
