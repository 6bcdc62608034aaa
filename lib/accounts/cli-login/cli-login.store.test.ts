import { describe, expect, it, vi } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWorld } from "../../../e2e/support/scenes/world";
import {
  CLI_CODE_GUESSES_PER_ADDRESS,
  CLI_CODE_GUESSES_PER_PERSON,
  CLI_LOGIN_LIFETIME_MS,
  CLI_LOGINS_PER_ADDRESS,
} from "../../platform/command-line-limits";
import { SESSION_LIFETIME_MS } from "../../platform/limits";
import { listCommandLines, listOpenSessions } from "../queries";
import { endAllSessions, endSession } from "../sessions/end-session";
import { findOpenSession } from "../sessions/find-session";
import { isApprovalTicket, makeCode, readCode, writeApprovalTicket, writeCode } from "./cli-login";
import { decideCliLogin, findLoginByCode, findPendingLogin } from "./decide-cli-login";
import { readCliSession } from "./read-cli-session";
import { redeemCliLogin } from "./redeem-cli-login";
import { startCliLogin } from "./start-cli-login";

const database = useTestDatabase();
const world = createWorld(database);
let addresses = 0;
const newAddress = () => `2001:db8:c11:${(++addresses).toString(16)}::1`;
const bearer = (token: string) => new Headers({ authorization: `Bearer ${token}` });

async function start(address = newAddress()) {
  const started = await startCliLogin({ deviceName: "Aiko's laptop", address, userAgent: "svc-cli/0.1.0" });
  if (started.kind !== "started") throw new Error("limited");
  return { ...started, address };
}

async function find(userId: string, code: string, address = newAddress()): Promise<string> {
  const found = await findLoginByCode(userId, address, writeCode(code));
  return found.kind === "found" ? found.loginId : found.kind;
}

async function signIn(user: { id: string }) {
  const { code, secret, address } = await start();
  await decideCliLogin(await find(user.id, code), user.id, true);
  const redeemed = await redeemCliLogin(secret, address);
  if (redeemed.kind !== "approved") throw new Error(redeemed.kind);
  return redeemed.token;
}

const expire = (loginId: string) =>
  database.query("UPDATE cli_logins SET expires_at = created_at WHERE id = $1", [loginId]);

describe("a sign-in of the command line", () => {
  it("becomes a session of the person who approves its code", async () => {
    const user = await world.user();
    const { code, secret, address } = await start();
    expect(await redeemCliLogin(secret, address)).toEqual({ kind: "pending" });
    const loginId = await find(user.id, code.toLowerCase());
    expect(await findPendingLogin(loginId)).toMatchObject({ deviceName: "Aiko's laptop", place: "2001:db8:c11::/48" });
    expect(await decideCliLogin(loginId, user.id, true)).toBe(true);
    const redeemed = await redeemCliLogin(secret, address);
    if (redeemed.kind !== "approved") throw new Error(redeemed.kind);
    expect(redeemed.token).toMatch(/^svc_cli_[\w-]{43}$/);
    const session = await readCliSession(bearer(redeemed.token));
    expect(session).toMatchObject({ deviceName: "Aiko's laptop", user: { id: user.id, email: user.email } });
    expect(await listCommandLines(user.id)).toMatchObject([{ id: session?.id, place: "2001:db8:c11::/48" }]);
    // A command line goes on when the browser session that approved it is signed out.
    expect(await listOpenSessions(user.id)).toMatchObject([{ id: session?.id, deviceName: "Aiko's laptop" }]);
  });

  it("is audited: the decision, the start and the end", async () => {
    const user = await world.user();
    const session = await readCliSession(bearer(await signIn(user)));
    await endSession({ sessionId: session?.id ?? "", userId: user.id });
    const rows = await database.query<{ route: string; id: string }>(
      "SELECT route, resource_id AS id, details FROM audit_log WHERE user_id = $1 ORDER BY id",
      [user.id],
    );
    expect(rows).toMatchObject([
      { route: "cli_login.approve" },
      { route: "session.start", id: session?.id, details: { method: "command_line" } },
      { route: "session.end", id: session?.id },
    ]);
  });

  it("keeps neither secret, code nor token", async () => {
    const { code, secret } = await start();
    const token = await signIn(await world.user());
    const tables = await database.query<{ text: string }>(
      "SELECT l::text AS text FROM cli_logins l UNION ALL SELECT s::text FROM sessions s",
    );
    const stored = tables.map(({ text }) => text).join("\n");
    for (const value of [code, writeCode(code), secret, token]) expect(stored).not.toContain(value);
  });
});

describe("attacks on a sign-in of the command line", () => {
  it("limits guesses at codes by person and by address", async () => {
    const user = await world.user();
    const { code } = await start();
    const guesses = Array.from({ length: 3 * CLI_CODE_GUESSES_PER_PERSON }, () => find(user.id, makeCode()));
    const results = await Promise.all(guesses);
    expect(results.filter((result) => result === "unknown")).toHaveLength(CLI_CODE_GUESSES_PER_PERSON);
    expect(await find(user.id, code)).toBe("limited");
    const address = newAddress();
    for (let n = 0; n < CLI_CODE_GUESSES_PER_ADDRESS; n += 1) await find(`usr_${n}`, makeCode(), address);
    expect(await find((await world.user()).id, code, address)).toBe("limited");
    expect(await find((await world.user()).id, code)).toMatch(/^login_/);
  });

  it("limits sign-ins that one address begins", async () => {
    const address = newAddress();
    const begin = () => startCliLogin({ deviceName: "x", address, userAgent: null });
    const kinds = (await Promise.all(Array.from({ length: CLI_LOGINS_PER_ADDRESS + 5 }, begin))).map(
      ({ kind }) => kind,
    );
    expect(kinds.filter((kind) => kind === "started")).toHaveLength(CLI_LOGINS_PER_ADDRESS);
  });

  it("gives no session for the code or a wrong secret", async () => {
    const user = await world.user();
    const { code, secret, address } = await start();
    await decideCliLogin(await find(user.id, code), user.id, true);
    for (const wrong of [code, writeCode(code), `${secret}A`, secret.slice(1), ""])
      expect(await redeemCliLogin(wrong, address)).toEqual({ kind: "unknown" });
  });

  it("gives the session once, also to concurrent requests", async () => {
    const user = await world.user();
    const { code, secret, address } = await start();
    await decideCliLogin(await find(user.id, code), user.id, true);
    const kinds = await Promise.all(Array.from({ length: 8 }, () => redeemCliLogin(secret, address)));
    expect(kinds.filter(({ kind }) => kind === "approved")).toHaveLength(1);
    expect(await listCommandLines(user.id)).toHaveLength(1);
    expect(await redeemCliLogin(secret, address)).toEqual({ kind: "unknown" });
  });

  it("accepts one of two concurrent decisions", async () => {
    const [one, other] = [await world.user(), await world.user()];
    const { code, secret, address } = await start();
    const loginId = await find(one.id, code);
    const decided = await Promise.all([
      decideCliLogin(loginId, one.id, true),
      decideCliLogin(loginId, other.id, true),
      decideCliLogin(loginId, one.id, false),
    ]);
    expect(decided.filter(Boolean)).toHaveLength(1);
    expect(await decideCliLogin(loginId, one.id, true)).toBe(false);
    expect(await find(other.id, code)).toBe("unknown");
    await redeemCliLogin(secret, address);
    const sessions = [...(await listCommandLines(one.id)), ...(await listCommandLines(other.id))];
    expect(sessions.length).toBeLessThanOrEqual(1);
  });

  it("gives nothing for a denied sign-in", async () => {
    const user = await world.user();
    const { code, secret, address } = await start();
    await decideCliLogin(await find(user.id, code), user.id, false);
    expect(await redeemCliLogin(secret, address)).toEqual({ kind: "denied" });
    expect(await redeemCliLogin(secret, address)).toEqual({ kind: "unknown" });
    expect(await listCommandLines(user.id)).toEqual([]);
  });

  it("does not find, approve or collect an expired sign-in", async () => {
    const user = await world.user();
    const [open, approved] = [await start(), await start()];
    const [openId, approvedId] = [await find(user.id, open.code), await find(user.id, approved.code)];
    await decideCliLogin(approvedId, user.id, true);
    await expire(openId);
    await expire(approvedId);
    expect(await find(user.id, open.code)).toBe("unknown");
    expect(await findPendingLogin(openId)).toBeNull();
    expect(await decideCliLogin(openId, user.id, true)).toBe(false);
    for (const { secret, address } of [open, approved])
      expect(await redeemCliLogin(secret, address)).toEqual({ kind: "expired" });
    expect(open.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(CLI_LOGIN_LIFETIME_MS);
  });

  it("a person of another tenant who approves gives away a session of their own, and nothing else", async () => {
    const [owner, stranger] = [await world.user(), await world.user()];
    const { code, secret, address } = await start();
    await decideCliLogin(await find(stranger.id, code), stranger.id, true);
    const redeemed = await redeemCliLogin(secret, address);
    if (redeemed.kind !== "approved") throw new Error(redeemed.kind);
    expect((await readCliSession(bearer(redeemed.token)))?.user.id).toBe(stranger.id);
    expect(await listCommandLines(owner.id)).toEqual([]);
  });

  it("accepts a page's ticket for its own session and sign-in only", () => {
    const ticket = writeApprovalTicket("ses_a", "login_a");
    expect(isApprovalTicket(ticket, "ses_a", "login_a")).toBe(true);
    for (const [session, login] of [
      ["ses_b", "login_a"],
      ["ses_a", "login_b"],
    ] as const)
      expect(isApprovalTicket(ticket, session, login)).toBe(false);
    expect(isApprovalTicket("", "ses_a", "login_a")).toBe(false);
  });

  it("answers slow_down to polling too often", async () => {
    const { secret, address } = await start();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    try {
      expect(await redeemCliLogin(secret, address)).toEqual({ kind: "pending" });
      expect(await redeemCliLogin(secret, address)).toEqual({ kind: "slow_down" });
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(["", "BCDF", "AEIO-UYBC", "BCDF-GHJKL", "ｂｃｄｆｇｈｊｋ"])("%j is no code", (typed) => {
    expect(readCode(typed)).toBeNull();
  });
});

describe("the session of a command line", () => {
  it("does not begin once its person has signed out everywhere, though it was approved before", async () => {
    const [user, other] = [await world.user(), await world.user()];
    const [own, theirs] = [await start(), await start()];
    await decideCliLogin(await find(user.id, own.code), user.id, true);
    await decideCliLogin(await find(other.id, theirs.code), other.id, true);
    await endAllSessions(user.id);
    expect(await redeemCliLogin(own.secret, own.address)).toEqual({ kind: "unknown" });
    expect(await redeemCliLogin(theirs.secret, theirs.address)).toMatchObject({ kind: "approved" });
  });

  it("ends or does not begin when it is collected during a sign-out everywhere", async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const user = await world.user();
      const { code, secret, address } = await start();
      await decideCliLogin(await find(user.id, code), user.id, true);
      const [redeemed] = await Promise.all([redeemCliLogin(secret, address), endAllSessions(user.id)]);
      const token = redeemed.kind === "approved" ? redeemed.token : "";
      expect(await readCliSession(bearer(token))).toBeNull();
    }
  });

  it("ends when its person signs out everywhere", async () => {
    const user = await world.user();
    const token = await signIn(user);
    expect(await endAllSessions(user.id)).toBe(1);
    expect(await readCliSession(bearer(token))).toBeNull();
  });

  it("is ended by its own person only, and expires after 30 days", async () => {
    const [user, stranger] = [await world.user(), await world.user()];
    const token = await signIn(user);
    const session = await readCliSession(bearer(token));
    const sessionId = session?.id ?? "";
    expect(await endSession({ sessionId, userId: stranger.id })).toBe(false);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + SESSION_LIFETIME_MS + 1_000 });
    try {
      expect(await readCliSession(bearer(token))).toBeNull();
    } finally {
      vi.useRealTimers();
    }
    expect(await endSession({ sessionId, userId: user.id })).toBe(true);
    expect(await readCliSession(bearer(token))).toBeNull();
  });

  it("is not found by a browser's cookie or an altered token", async () => {
    const user = await world.user();
    const token = await signIn(user);
    const session = await readCliSession(bearer(token));
    expect(await findOpenSession({ sessionId: session?.id ?? "", userId: user.id })).toBeNull();
    expect(await readCliSession(bearer(`${token.slice(0, -1)}_`))).toBeNull();
    expect(await readCliSession(new Headers({ cookie: `svc-session=${token}` }))).toBeNull();
  });
});
