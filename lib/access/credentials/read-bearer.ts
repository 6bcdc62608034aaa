const BEARER = /^Bearer +(\S+)$/i;

export function readBearer(authorization: string | null): string | null {
  return BEARER.exec(authorization?.trim() ?? "")?.[1] ?? null;
}
