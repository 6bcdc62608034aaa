import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import {
  ask,
  enter,
  join,
  newAddress,
  PASSWORD,
  tokenIn,
  use,
  useMailTokens,
} from "../../../e2e/support/scenes/mail-tokens";
import { createWorld } from "../../../e2e/support/scenes/world";
import { MAILS_PER_ADDRESS, MAILS_PER_CLIENT } from "./request-mail";

const database = useTestDatabase();
const world = createWorld(database);
const { readMails, receiveToken } = useMailTokens(database);

async function watch<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  const result = await work();
  const statements = spy.mock.calls.map(([given]: unknown[]) =>
    typeof given === "string" ? given : String((given as { text?: unknown }).text),
  );
  spy.mockRestore();
  return { result, statements: statements.filter((text) => !/^(?:SET|RESET) enable/.test(text)) };
}

describe("signing up", () => {
  test("the link of the mail makes an account that its password opens; the database holds neither", async () => {
    const email = newAddress();
    const token = await receiveToken("sign_up", email);
    expect(await join(token)).toMatchObject({ user: { email, name: "Ann", locale: "ja" }, organizationId: null });
    expect(await enter(email, PASSWORD)).toMatchObject({ kind: "signed_in" });
    const rows = await database.query("SELECT row_to_json(t)::text AS row FROM mail_tokens t WHERE email = $1", [
      email,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
    const acts = await database.query("SELECT 1 FROM audit_log WHERE route = 'account.create'");
    expect(acts.length).toBeGreaterThan(0);
  });

  test("one of twenty concurrent uses of two links creates the account", async () => {
    const email = newAddress();
    const tokens = [await receiveToken("sign_up", email), await receiveToken("sign_up", email)];
    expect(new Set(tokens).size).toBe(2);
    const joined = await Promise.all(Array.from({ length: 20 }, (_, n) => join(tokens[n % 2] ?? "")));
    expect(joined.filter((result) => result !== null)).toHaveLength(1);
    expect(await join(tokens[1] ?? "")).toBeNull();
  });

  test("an address with an account gets another mail, after the same response and the same statements", async () => {
    const known = await world.user();
    const unknown = newAddress();
    const ofKnown = await watch(() => ask("sign_up", known.email));
    expect(ofKnown).toEqual(await watch(() => ask("sign_up", unknown)));
    expect(ofKnown.statements.length).toBeGreaterThan(3);
    expect(ofKnown.statements.join("\n")).not.toContain("users");
    expect((await readMails(known.email))[0]).toMatchObject({ subject: "You already have an account at Lintel" });
    expect(tokenIn((await readMails(known.email))[0])).toBe("");
    expect(tokenIn((await readMails(unknown))[0])).not.toBe("");
  });

  test("a link expires, and a password that is weak leaves it as it was", async () => {
    const email = newAddress();
    const token = await receiveToken("sign_up", email);
    for (const weak of ["short", email, "aaaaaaaaaaaaaaaa", "x".repeat(1_025)])
      await expect(join(token, weak)).rejects.toMatchObject({ code: "validation_error" });
    await database.query("UPDATE mail_tokens SET expires_at = now() - interval '1 second' WHERE email = $1", [email]);
    expect(await join(token)).toBeNull();
    expect(await join("x".repeat(43))).toBeNull();
  });

  test("sends and accepts no link when closed, and only those of open invitations when invited", async () => {
    const email = newAddress();
    const token = await receiveToken("sign_up", email);
    use({ SVC_SIGN_UP: "closed" });
    expect(await join(token)).toBeNull();
    use({ SVC_SIGN_UP: "invited" });
    expect(await join(token)).toBeNull();
    expect(await receiveToken("sign_up", email)).toBe("");
  });

  test("the mail speaks the language of the browser that asked, or of the account", async () => {
    const [email, known] = [newAddress(), await world.user()];
    await database.query("UPDATE users SET locale = 'ja' WHERE id = $1", [known.id]);
    await ask("sign_up", email, { locale: "ja" });
    await ask("password_reset", known.email, { locale: "en" });
    expect((await readMails(email))[0]?.subject).toBe("Lintel：メールアドレスの確認");
    expect((await readMails(known.email))[0]?.subject).toBe("Lintel：パスワードの再設定");
  });
});

describe("limits", () => {
  test("concurrent requests never exceed the limits of an address or a client", async () => {
    const email = newAddress();
    const toOne = await Promise.all(Array.from({ length: 12 }, () => ask("password_reset", email)));
    expect(toOne.filter(({ kind }) => kind === "queued")).toHaveLength(MAILS_PER_ADDRESS);
    expect(toOne.find(({ kind }) => kind === "limited")).toMatchObject({ retryAfterSeconds: expect.any(Number) });
    // Addresses of one /64 are one client.
    const byOne = await Promise.all(
      Array.from({ length: 20 }, (_, n) => ask("sign_up", newAddress(), { address: `2001:db8:1:2::${n}` })),
    );
    expect(byOne.filter(({ kind }) => kind === "queued")).toHaveLength(MAILS_PER_CLIENT);
  });
});
