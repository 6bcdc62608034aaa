import { decode } from "next-auth/jwt";
import { describe, expect, it } from "vitest";
import { encodeSession, SESSION_MAX_AGE_SECONDS } from "./session-token";

const secret = "a secret for this test alone, long enough";
const nowSeconds = () => Math.floor(Date.now() / 1000);

async function readEnd(token: string): Promise<number> {
  return Number((await decode({ token, secret }))?.["exp"]);
}

describe("encodeSession", () => {
  it("gives a new session 14 days", async () => {
    const end = await readEnd(await encodeSession({ token: { sub: "usr_1", tokenVersion: 1 }, secret }));
    expect(Math.abs(end - nowSeconds() - SESSION_MAX_AGE_SECONDS)).toBeLessThan(5);
  });

  it("never prolongs one, however often it is encoded anew", async () => {
    const exp = nowSeconds() + 60;
    let token = await encodeSession({ token: { sub: "usr_1", tokenVersion: 1, exp }, secret });
    token = await encodeSession({
      token: (await decode({ token, secret })) ?? {},
      secret,
      maxAge: SESSION_MAX_AGE_SECONDS,
    });
    expect(Math.abs((await readEnd(token)) - exp)).toBeLessThan(5);
  });

  it("gives nobody a token made with another secret", async () => {
    const token = await encodeSession({ token: { sub: "usr_1" }, secret });
    await expect(decode({ token, secret: `${secret}!` })).rejects.toThrow();
  });
});
