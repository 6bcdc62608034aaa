import { describe, expect, it, vi } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWorld } from "../../../e2e/support/scenes/world";
import { findEndedSessions } from "../../access/find-ended-sessions";
import { SESSION_IDLE_MS } from "../../platform/account-limits";
import { newId } from "../../platform/ids";
import {
  SESSION_LIFETIME_MS,
  SESSION_RETENTION_MS,
  SESSION_USE_STALE_MS,
  SESSIONS_PER_PERSON_MAX,
  STORED_HEADER_MAX_LENGTH,
} from "../../platform/limits";
import { listOpenSessions } from "../queries";
import { eraseExpiredSessions } from "../retention";
import { endAllSessions, endSession } from "./end-session";
import { findOpenSession } from "./find-session";
import { startSession } from "./start-session";

const database = useTestDatabase();
const world = createWorld(database);

async function openFor(user: { id: string }, userAgent: string | null = "Test/1") {
  return { sessionId: await startSession(user.id, userAgent), userId: user.id };
}

const age = (sessionId: string, ms: number) =>
  database.query(
    `UPDATE sessions SET created_at = created_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2),
       last_used_at = last_used_at - make_interval(secs => $2) WHERE id = $1`,
    [sessionId, ms / 1000],
  );

const readLastUse = async (sessionId: string) => {
  const [row] = await database.query<{ at: Date }>("SELECT last_used_at AS at FROM sessions WHERE id = $1", [
    sessionId,
  ]);
  return row?.at.getTime() ?? 0;
};

describe("a session", () => {
  it("is found with its person, until it is ended", async () => {
    const user = await world.user();
    const name = await openFor(user);
    expect(await findOpenSession(name)).toMatchObject({
      id: name.sessionId,
      user: { id: user.id, email: user.email, isAdmin: false, locale: "en" },
    });
    expect(await endSession(name)).toBe(true);
    expect(await findOpenSession(name)).toBeNull();
    expect(await endSession(name)).toBe(false);
  });

  it("ends when nobody uses it for seven days, and stays open while it is used", async () => {
    const user = await world.user();
    const [idle, used] = [await openFor(user), await openFor(user)];
    await age(idle.sessionId, SESSION_IDLE_MS + 1_000);
    await age(used.sessionId, SESSION_IDLE_MS - 60_000);
    expect(await findOpenSession(idle)).toBeNull();
    expect(await findOpenSession(used)).not.toBeNull();
    expect(await findEndedSessions([idle.sessionId, used.sessionId])).toEqual(new Set([idle.sessionId]));
    expect((await listOpenSessions(user.id)).map(({ id }) => id)).toEqual([used.sessionId]);
  });

  it("is found and ended by its own person only", async () => {
    const [mine, theirs] = [await world.user(), await world.user()];
    const name = await openFor(mine);
    const stolen = { sessionId: name.sessionId, userId: theirs.id };
    expect(await findOpenSession(stolen)).toBeNull();
    expect(await endSession(stolen)).toBe(false);
    expect(await findOpenSession(name)).not.toBeNull();
  });

  it("expires 30 days after its start, also when it is used", async () => {
    const name = await openFor(await world.user());
    const use = () => database.query("UPDATE sessions SET last_used_at = now() WHERE id = $1", [name.sessionId]);
    await age(name.sessionId, SESSION_LIFETIME_MS - 60_000);
    await use();
    expect(await findOpenSession(name)).not.toBeNull();
    await age(name.sessionId, 60_000);
    await use();
    expect(await findOpenSession(name)).toBeNull();
  });

  it("ends with its person's account", async () => {
    const user = await world.user();
    const name = await openFor(user);
    await database.query("DELETE FROM users WHERE id = $1", [user.id]);
    expect(await findOpenSession(name)).toBeNull();
  });

  it("is not open unless it was started", async () => {
    const { id: userId } = await world.user();
    expect(await findOpenSession({ sessionId: newId("ses"), userId })).toBeNull();
  });
});

describe("signing out everywhere", () => {
  it("ends all sessions of that person only", async () => {
    const [user, other] = [await world.user(), await world.user()];
    const own = [await openFor(user), await openFor(user)];
    const theirs = await openFor(other);
    expect(await endAllSessions(user.id)).toBe(2);
    expect(await Promise.all(own.map(findOpenSession))).toEqual([null, null]);
    expect(await findOpenSession(theirs)).not.toBeNull();
  });

  it("can keep the session that asks for it", async () => {
    const user = await world.user();
    const [kept, other] = [await openFor(user), await openFor(user)];
    expect(await endAllSessions(user.id, kept.sessionId)).toBe(1);
    expect(await findOpenSession(kept)).not.toBeNull();
    expect(await findOpenSession(other)).toBeNull();
    expect((await listOpenSessions(user.id)).map(({ id }) => id)).toEqual([kept.sessionId]);
  });
});

describe("the last use of a session", () => {
  it("is written once it is a minute old, and not before", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const name = await openFor(await world.user());
    const started = await readLastUse(name.sessionId);
    await findOpenSession(name);
    await age(name.sessionId, SESSION_USE_STALE_MS - 5_000);
    await findOpenSession(name);
    expect(await readLastUse(name.sessionId)).toBe(started - SESSION_USE_STALE_MS + 5_000);
    await age(name.sessionId, 10_000);
    await findOpenSession(name);
    vi.useRealTimers();
    await expect.poll(() => readLastUse(name.sessionId)).toBeGreaterThanOrEqual(started);
  });
});

describe("the list of a person's sessions", () => {
  it("shows open ones, last used first", async () => {
    const user = await world.user();
    const [older, newer, ended, expired] = [
      await openFor(user, "Older/1"),
      await openFor(user, "Newer/1"),
      await openFor(user),
      await openFor(user),
    ];
    await age(older.sessionId, 60_000);
    await endSession(ended);
    await age(expired.sessionId, SESSION_LIFETIME_MS);
    await openFor(await world.user());
    expect((await listOpenSessions(user.id)).map(({ id, userAgent }) => [id, userAgent])).toEqual([
      [newer.sessionId, "Newer/1"],
      [older.sessionId, "Older/1"],
    ]);
  });

  it("keeps user agents masked and short", async () => {
    const user = await world.user();
    await openFor(user, `Tool/1 svc_live_${"a".repeat(43)} ${"x".repeat(5_000)}`);
    await openFor(user, null);
    const agents = (await listOpenSessions(user.id)).map(({ userAgent }) => userAgent);
    expect(agents).toContain(null);
    const [agent] = agents.filter((text) => text !== null);
    expect(agent).toMatch(/^Tool\/1 svc_live_\[redacted\] x+$/);
    expect(agent).toHaveLength(STORED_HEADER_MAX_LENGTH);
  });

  it("has a bound: the one used longest ago ends when another is started", async () => {
    const user = await world.user();
    const first = await openFor(user);
    await age(first.sessionId, 60_000);
    const rest = [];
    for (let count = 1; count < SESSIONS_PER_PERSON_MAX; count += 1) rest.push(await openFor(user));
    // findOpenSession would record a use, at its own time.
    expect((await listOpenSessions(user.id)).map(({ id }) => id)).toContain(first.sessionId);
    await openFor(user);
    expect(await findOpenSession(first)).toBeNull();
    expect((await Promise.all(rest.map(findOpenSession))).every(Boolean)).toBe(true);
  });
});

describe("findEndedSessions", () => {
  it("names the ended, the expired and the erased", async () => {
    const user = await world.user();
    const [open, ended, expired] = [await openFor(user), await openFor(user), await openFor(user)];
    await endSession(ended);
    await age(expired.sessionId, SESSION_LIFETIME_MS);
    const erased = newId("ses");
    const asked = [open.sessionId, ended.sessionId, expired.sessionId, erased];
    expect([...(await findEndedSessions(asked))].toSorted()).toEqual(
      [ended.sessionId, expired.sessionId, erased].toSorted(),
    );
    expect(await findEndedSessions([])).toEqual(new Set());
  });
});

describe("erasing", () => {
  it("takes sessions that expired a day ago, by two processes at once", async () => {
    const user = await world.user();
    const [open, recent, old] = [await openFor(user), await openFor(user), await openFor(user)];
    await age(recent.sessionId, SESSION_LIFETIME_MS + SESSION_RETENTION_MS - 60_000);
    await age(old.sessionId, SESSION_LIFETIME_MS + SESSION_RETENTION_MS + 60_000);
    await Promise.all([eraseExpiredSessions(), eraseExpiredSessions()]);
    const rows = await database.query<{ id: string }>("SELECT id FROM sessions WHERE user_id = $1", [user.id]);
    expect(rows.map(({ id }) => id).toSorted()).toEqual([open.sessionId, recent.sessionId].toSorted());
  });
});
