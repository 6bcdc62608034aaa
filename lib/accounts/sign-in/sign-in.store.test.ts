import { verify } from "@node-rs/argon2";
import { describe, expect, it, vi } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWorld } from "../../../e2e/support/scenes/world";
import { rememberDevice } from "./known-device";
import { type AttemptOrigin, openAttempt } from "./open-attempt";
import { hashPassword } from "./password";
import { signInWithPassword } from "./sign-in";
import { signInIdentity } from "./sign-in-identity";
import {
  FAILURES_PER_ACCOUNT,
  FAILURES_PER_ACCOUNT_AND_ADDRESS,
  FAILURES_PER_ADDRESS,
  FAILURES_PER_KNOWN_DEVICE,
  SIGN_IN_WINDOW_MS,
} from "./sign-in-limit";

// The earlier test files have imported the real functions already, so the modules are reset and watched.
vi.hoisted(() => vi.resetModules());
vi.mock("@node-rs/argon2", { spy: true });

const database = useTestDatabase();
const world = createWorld(database);
const PASSWORD = "correct horse battery staple";
let addresses = 0;
const newAddress = () => `2001:db8:${(++addresses).toString(16)}::1`;
const from = (address: string) => ({ address, deviceCookie: undefined });
const fromAnywhere = () => from(newAddress());

async function makeUser(passwordHash: string | null = null) {
  const user = await world.user();
  await database.query("UPDATE users SET password_hash = $2 WHERE id = $1", [
    user.id,
    passwordHash ?? (await hashPassword(PASSWORD)),
  ]);
  return user;
}

const fail = async (email: string, origin: AttemptOrigin, times: number) => {
  const tickets = await Promise.all(Array.from({ length: times }, () => openAttempt(email, origin)));
  return tickets.filter(({ kind }) => kind === "open").length;
};

describe("signing in with a password", () => {
  it("accepts the right password and nothing else", async () => {
    const { id, email } = await makeUser();
    expect(await signInWithPassword({ email, password: PASSWORD }, fromAnywhere())).toMatchObject({
      kind: "signed_in",
      user: { id, email },
    });
    expect(await signInWithPassword({ email, password: `${PASSWORD} ` }, fromAnywhere())).toEqual({ kind: "refused" });
  });

  it("never hands out the hash", async () => {
    const { email } = await makeUser();
    expect(JSON.stringify(await signInWithPassword({ email, password: PASSWORD }, fromAnywhere()))).not.toContain(
      "argon2",
    );
  });

  it("answers an unknown account, and one without a password, like a wrong password", async () => {
    const { email } = await world.user();
    expect(await signInWithPassword({ email, password: PASSWORD }, fromAnywhere())).toEqual({ kind: "refused" });
    expect(await signInWithPassword({ email: "nobody@nowhere.test", password: PASSWORD }, fromAnywhere())).toEqual({
      kind: "refused",
    });
  });

  it("does the same work for an unknown account as for a wrong password", async () => {
    const { email } = await makeUser();
    const verified: string[] = [];
    for (const tried of [email, "nobody@nowhere.test"]) {
      vi.mocked(verify).mockClear();
      await signInWithPassword({ email: tried, password: "wrong" }, fromAnywhere());
      verified.push(...vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split("$").slice(0, 4).join("$")));
    }
    // Both verify one hash of the same cost, which is what takes the time.
    expect(verified).toEqual(["$argon2id$v=19$m=19456,t=2,p=1", "$argon2id$v=19$m=19456,t=2,p=1"]);
  });
});

describe("limits of attempts", () => {
  const enter = (email: string, origin: AttemptOrigin) => signInWithPassword({ email, password: PASSWORD }, origin);

  it("never exceeds the quota, however many attempts come at once", async () => {
    expect(await fail("crowd@nowhere.test", fromAnywhere(), 40)).toBe(FAILURES_PER_ACCOUNT_AND_ADDRESS);
  });

  it("refuses even the right password where an account has failed too often, and only there", async () => {
    const { email } = await makeUser();
    const attacker = fromAnywhere();
    await fail(email, attacker, FAILURES_PER_ACCOUNT_AND_ADDRESS);
    const refused = await enter(email, attacker);
    expect(refused).toMatchObject({ kind: "limited" });
    if (refused.kind === "limited") expect(refused.retryAfterSeconds).toBeGreaterThan(SIGN_IN_WINDOW_MS / 1000 - 30);
    expect(await enter(email, fromAnywhere())).toMatchObject({ kind: "signed_in" });
  });

  it("limits an account that does not exist in the same way", async () => {
    const origin = fromAnywhere();
    await fail("ghost@nowhere.test", origin, FAILURES_PER_ACCOUNT_AND_ADDRESS);
    expect(await enter("ghost@nowhere.test", origin)).toMatchObject({ kind: "limited" });
  });

  it("counts all addresses of an IPv6 /64 as one", async () => {
    const email = "network@nowhere.test";
    const opened = await Promise.all(
      Array.from({ length: 20 }, (_, host) => fail(email, from(`2001:db8:ffff:1::${host}`), 1)),
    );
    expect(opened.filter(Boolean)).toHaveLength(FAILURES_PER_ACCOUNT_AND_ADDRESS);
    expect(await fail(email, from("2001:db8:ffff:2::1"), 1)).toBe(1);
  });

  it("limits guesses at one account from many addresses", async () => {
    const { email } = await makeUser();
    const opened = [];
    for (let network = 0; network < FAILURES_PER_ACCOUNT / FAILURES_PER_ACCOUNT_AND_ADDRESS + 3; network++)
      opened.push(await fail(email, fromAnywhere(), FAILURES_PER_ACCOUNT_AND_ADDRESS));
    expect(opened.reduce((sum, count) => sum + count, 0)).toBe(FAILURES_PER_ACCOUNT);
    expect(await enter(email, fromAnywhere())).toMatchObject({ kind: "limited" });
  });

  it("limits an address across accounts", async () => {
    const origin = fromAnywhere();
    const opened = [];
    for (let index = 0; index < FAILURES_PER_ADDRESS + 5; index++)
      opened.push(await fail(`user-${index}@nowhere.test`, origin, 1));
    expect(opened.filter(Boolean)).toHaveLength(FAILURES_PER_ADDRESS);
    expect(await fail("user-0@nowhere.test", fromAnywhere(), 1)).toBe(1);
  });

  it("does not count successes", async () => {
    const { email } = await makeUser();
    const origin = fromAnywhere();
    for (let round = 0; round < FAILURES_PER_ACCOUNT_AND_ADDRESS + 2; round++)
      expect(await enter(email, origin)).toMatchObject({ kind: "signed_in" });
  });

  it("forgets failures when the window has passed", async () => {
    const { email } = await makeUser();
    const origin = fromAnywhere();
    await fail(email, origin, FAILURES_PER_ACCOUNT_AND_ADDRESS);
    await database.query("UPDATE sign_in_attempts SET at = at - make_interval(secs => $1)", [
      SIGN_IN_WINDOW_MS / 1000 + 1,
    ]);
    expect(await enter(email, origin)).toMatchObject({ kind: "signed_in" });
  });

  it("keeps no e-mail address of a failed attempt", async () => {
    await openAttempt("private@nowhere.test", fromAnywhere());
    const rows = await database.query<{ row: string }>("SELECT row_to_json(a)::text AS row FROM sign_in_attempts a");
    expect(rows.filter(({ row }) => row.includes("private"))).toEqual([]);
  });

  it("verifies no password while attempts cannot be counted", async () => {
    const { email } = await makeUser();
    vi.mocked(verify).mockClear();
    await database.query("ALTER TABLE sign_in_attempts RENAME TO sign_in_attempts_gone");
    try {
      expect(await enter(email, fromAnywhere())).toEqual({ kind: "unavailable" });
    } finally {
      await database.query("ALTER TABLE sign_in_attempts_gone RENAME TO sign_in_attempts");
    }
    expect(vi.mocked(verify)).not.toHaveBeenCalled();
  });
});

describe("a known device", () => {
  const enter = (email: string, origin: AttemptOrigin) => signInWithPassword({ email, password: PASSWORD }, origin);
  const knownFor = (email: string) => rememberDevice(undefined, email, new Date());

  it("signs in behind the address that an attacker has used up, for this account and for others", async () => {
    const { email } = await makeUser();
    const address = newAddress();
    await fail(email, from(address), FAILURES_PER_ACCOUNT_AND_ADDRESS);
    for (let index = 0; index < FAILURES_PER_ADDRESS; index++)
      await fail(`other-${index}@nowhere.test`, from(address), 1);
    expect(await enter(email, from(address))).toMatchObject({ kind: "limited" });
    expect(await enter(email, { address, deviceCookie: knownFor(email) })).toMatchObject({ kind: "signed_in" });
  });

  it("signs in while guesses from everywhere have used up the account's limit", async () => {
    const { email } = await makeUser();
    for (let opened = 0; opened < FAILURES_PER_ACCOUNT; ) opened += await fail(email, fromAnywhere(), 10);
    expect(await enter(email, fromAnywhere())).toMatchObject({ kind: "limited" });
    const device = { address: newAddress(), deviceCookie: knownFor(email) };
    expect(await enter(email, device)).toMatchObject({ kind: "signed_in" });
  });

  it("has a limit of its own, which counts against nothing else", async () => {
    const { email } = await makeUser();
    const address = newAddress();
    const device = { address, deviceCookie: knownFor(email) };
    expect(await fail(email, device, 30)).toBe(FAILURES_PER_KNOWN_DEVICE);
    expect(await enter(email, device)).toMatchObject({ kind: "limited" });
    expect(await enter(email, from(address))).toMatchObject({ kind: "signed_in" });
    expect(await enter(email, { address, deviceCookie: knownFor(email) })).toMatchObject({ kind: "signed_in" });
  });

  it("is unknown to other accounts", async () => {
    const [mine, theirs] = [await makeUser(), await makeUser()];
    const device = { address: newAddress(), deviceCookie: knownFor(mine.email) };
    await fail(theirs.email, device, FAILURES_PER_ACCOUNT_AND_ADDRESS);
    expect(await enter(theirs.email, device)).toMatchObject({ kind: "limited" });
  });
});

describe("signing in at another provider", () => {
  const identity = (email: string, providerAccountId: string) => ({
    provider: "github",
    providerAccountId,
    email,
    name: "Ann",
    locale: "ja",
  });

  it("leads to the account that has the verified address", async () => {
    const { id, email } = await makeUser();
    expect(await signInIdentity(identity(email, "1"), "192.0.2.1")).toBe(id);
    expect(await signInIdentity(identity("changed@elsewhere.test", "1"), "192.0.2.1")).toBe(id);
  });

  it("makes an account with a billing entity of its own", async () => {
    const id = await signInIdentity(identity("ann@new.test", "2"), "192.0.2.1");
    const [row] = await database.query(
      "SELECT u.email, u.locale, u.password_hash, b.kind::text, b.seats FROM users u JOIN billing_entities b ON b.id = u.billing_entity_id WHERE u.id = $1",
      [id],
    );
    expect(row).toEqual({ email: "ann@new.test", locale: "ja", password_hash: null, kind: "INDIVIDUAL", seats: 1 });
  });
});
