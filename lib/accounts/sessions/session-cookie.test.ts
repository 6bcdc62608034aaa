import { decode } from "next-auth/jwt";
import { describe, expect, it, vi } from "vitest";
import { resetShared } from "@/e2e/support/scenes/shared-state";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { decodeSession, encodeSession, rememberEndedSession, SESSION_MAX_AGE_SECONDS } from "./session-cookie";

const secret = "a secret for this test alone, long enough";
const nowSeconds = () => Math.floor(Date.now() / 1000);

async function readEnd(token: string): Promise<number> {
  return Number((await decode({ token, secret }))?.["exp"]);
}

describe("encodeSession", () => {
  it("gives a new session 30 days", async () => {
    const end = await readEnd(await encodeSession({ token: { sub: "usr_1" }, secret }));
    expect(Math.abs(end - nowSeconds() - SESSION_MAX_AGE_SECONDS)).toBeLessThan(5);
  });

  it("never prolongs one, however often it is encoded", async () => {
    const exp = nowSeconds() + 60;
    let token = await encodeSession({ token: { sub: "usr_1", exp }, secret });
    token = await encodeSession({
      token: (await decode({ token, secret })) ?? {},
      secret,
      maxAge: SESSION_MAX_AGE_SECONDS,
    });
    expect(Math.abs((await readEnd(token)) - exp)).toBeLessThan(5);
  });

  it("refuses to decode a token encoded with another secret", async () => {
    const token = await encodeSession({ token: { sub: "usr_1" }, secret });
    await expect(decode({ token, secret: `${secret}!` })).rejects.toThrow();
  });
});

describe("decodeSession", () => {
  const encodeOwn = (token: Record<string, unknown>) => encodeSession({ token, secret: env().SVC_SESSION_SECRET });

  it("reads the cookie of another session secret while that one is being rotated, and not after", async () => {
    const claims = { sub: newId("usr"), sessionId: newId("ses") };
    const cookie = await encodeSession({ token: claims, secret });
    expect(await decodeSession(cookie)).toBeNull();
    vi.stubEnv("SVC_SESSION_SECRET_FALLBACK", secret);
    resetShared();
    expect(await decodeSession(cookie)).toEqual({ userId: claims.sub, sessionId: claims.sessionId });
    vi.unstubAllEnvs();
    resetShared();
    expect(await decodeSession(cookie)).toBeNull();
  });

  it("reads the session that a cookie names", async () => {
    const sessionId = newId("ses");
    expect(await decodeSession(await encodeOwn({ sub: "usr_1", sessionId }))).toEqual({ userId: "usr_1", sessionId });
  });

  it("refuses the cookie of a session that was found ended", async () => {
    const claims = { sub: newId("usr"), sessionId: newId("ses") };
    const cookie = await encodeOwn(claims);
    rememberEndedSession(claims.sessionId);
    expect(await decodeSession(cookie)).toBeNull();
  });

  it("refuses a cookie from before sessions were rows", async () => {
    expect(await decodeSession(await encodeOwn({ sub: "usr_1", tokenVersion: 1 }))).toBeNull();
  });

  it("refuses a token made with another secret, and one that has expired", async () => {
    const claims = { sub: "usr_1", sessionId: newId("ses") };
    expect(await decodeSession(await encodeSession({ token: claims, secret }))).toBeNull();
    expect(await decodeSession(await encodeOwn({ ...claims, exp: nowSeconds() - 60 }))).toBeNull();
  });

  it.each([undefined, "", "x", "a.b.c.d.e", "\u0000", "e".repeat(10_000)])("refuses %j", async (cookie) => {
    expect(await decodeSession(cookie)).toBeNull();
  });
});
