import { encode, type JWTEncodeParams } from "next-auth/jwt";

export const SESSION_MAX_AGE_SECONDS = 14 * 24 * 60 * 60;

/** A session ends 14 days after the sign-in: encoding it anew, which next-auth does when it is read, never prolongs it. */
export function encodeSession(params: JWTEncodeParams): Promise<string> {
  const endsAt = params.token?.["exp"];
  const leftSeconds = typeof endsAt === "number" ? endsAt - Math.floor(Date.now() / 1000) : SESSION_MAX_AGE_SECONDS;
  return encode({ ...params, maxAge: Math.min(SESSION_MAX_AGE_SECONDS, leftSeconds) });
}
