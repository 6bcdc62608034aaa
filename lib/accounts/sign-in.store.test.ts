import { verify } from "@node-rs/argon2";
import { describe, expect, it, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/database";
import { createWorld } from "../../e2e/support/world";
import { hashPassword } from "./password";
import { signInWithPassword } from "./sign-in";
import { FAILURES_PER_ACCOUNT, FAILURES_PER_ADDRESS, SIGN_IN_WINDOW_MS } from "./sign-in-limit";
import { openAttempt } from "./sign-in-store";
import { findUser, raiseTokenVersion, signInIdentity } from "./store";

// The real functions, watched.
vi.mock("@node-rs/argon2", { spy: true });

const database = useTestDatabase();
const world = createWorld(database);
const PASSWORD = "correct horse battery staple";
let addresses = 0;
const newAddress = () => `192.0.2.${++addresses}`;

async function makeUser(passwordHash: string | null = null) {
  const user = await world.user();
  await database.query("UPDATE users SET password_hash = $2 WHERE id = $1", [
    user.id,
    passwordHash ?? (await hashPassword(PASSWORD)),
  ]);
  return user;
}

async function failUntilLimited(email: string) {
  await Promise.all(Array.from({ length: FAILURES_PER_ACCOUNT }, () => openAttempt(email, newAddress())));
}

describe("signing in with a password", () => {
  it("lets the right one in, and nothing else", async () => {
    const { id, email } = await makeUser();
    expect(await signInWithPassword({ email, password: PASSWORD }, newAddress())).toMatchObject({
      kind: "signed_in",
      user: { id, tokenVersion: 1 },
    });
    expect(await signInWithPassword({ email, password: `${PASSWORD} ` }, newAddress())).toEqual({ kind: "refused" });
  });

  it("never hands out the hash", async () => {
    const { email } = await makeUser();
    expect(JSON.stringify(await signInWithPassword({ email, password: PASSWORD }, newAddress()))).not.toContain(
      "argon2",
    );
  });

  it("answers an unknown account, and one without a password, like a wrong password", async () => {
    const { email } = await world.user();
    expect(await signInWithPassword({ email, password: PASSWORD }, newAddress())).toEqual({ kind: "refused" });
    expect(await signInWithPassword({ email: "nobody@nowhere.test", password: PASSWORD }, newAddress())).toEqual({
      kind: "refused",
    });
  });

  it("does the same work for an unknown account as for a wrong password", async () => {
    const { email } = await makeUser();
    const verified: string[] = [];
    for (const tried of [email, "nobody@nowhere.test"]) {
      vi.mocked(verify).mockClear();
      await signInWithPassword({ email: tried, password: "wrong" }, newAddress());
      verified.push(...vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split("$").slice(0, 4).join("$")));
    }
    // One verification each, of hashes with the same cost: what takes the time is the same.
    expect(verified).toEqual(["$argon2id$v=19$m=19456,t=2,p=1", "$argon2id$v=19$m=19456,t=2,p=1"]);
  });
});

describe("limits of attempts", () => {
  it("refuses even the right password once an account has failed too often", async () => {
    const { email } = await makeUser();
    await failUntilLimited(email);
    const result = await signInWithPassword({ email, password: PASSWORD }, newAddress());
    expect(result).toMatchObject({ kind: "limited" });
    if (result.kind === "limited") expect(result.retryAfterSeconds).toBeGreaterThan(SIGN_IN_WINDOW_MS / 1000 - 30);
  });

  it("limits an account that does not exist in the same way", async () => {
    await failUntilLimited("ghost@nowhere.test");
    expect(await signInWithPassword({ email: "ghost@nowhere.test", password: "x" }, newAddress())).toMatchObject({
      kind: "limited",
    });
  });

  it("lets no more than the quota through, however many come at once", async () => {
    const tickets = await Promise.all(
      Array.from({ length: 40 }, () => openAttempt("crowd@nowhere.test", newAddress())),
    );
    expect(tickets.filter(({ kind }) => kind === "open")).toHaveLength(FAILURES_PER_ACCOUNT);
  });

  it("limits an address across accounts", async () => {
    const address = newAddress();
    const tickets = [];
    for (let index = 0; index < FAILURES_PER_ADDRESS + 5; index++)
      tickets.push(await openAttempt(`user-${index}@nowhere.test`, address));
    expect(tickets.filter(({ kind }) => kind === "open")).toHaveLength(FAILURES_PER_ADDRESS);
    expect(await openAttempt("user-0@nowhere.test", newAddress())).toMatchObject({ kind: "open" });
  });

  it("does not count successes", async () => {
    const { email } = await makeUser();
    for (let round = 0; round < FAILURES_PER_ACCOUNT + 2; round++) {
      expect(await signInWithPassword({ email, password: PASSWORD }, newAddress())).toMatchObject({
        kind: "signed_in",
      });
    }
  });

  it("forgets failures when the window has passed", async () => {
    const { email } = await makeUser();
    await failUntilLimited(email);
    await database.query("UPDATE sign_in_attempts SET at = at - make_interval(secs => $1)", [
      SIGN_IN_WINDOW_MS / 1000 + 1,
    ]);
    expect(await signInWithPassword({ email, password: PASSWORD }, newAddress())).toMatchObject({ kind: "signed_in" });
  });

  it("keeps no e-mail address of a failed attempt", async () => {
    await openAttempt("private@nowhere.test", newAddress());
    const rows = await database.query<{ row: string }>("SELECT row_to_json(a)::text AS row FROM sign_in_attempts a");
    expect(rows.filter(({ row }) => row.includes("private"))).toEqual([]);
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
    expect(await signInIdentity(identity(email, "1"))).toBe(id);
    expect(await signInIdentity(identity("changed@elsewhere.test", "1"))).toBe(id);
  });

  it("makes an account with a billing entity of its own", async () => {
    const id = await signInIdentity(identity("ann@new.test", "2"));
    const [row] = await database.query(
      "SELECT u.email, u.locale, u.password_hash, b.kind::text, b.seats FROM users u JOIN billing_entities b ON b.id = u.billing_entity_id WHERE u.id = $1",
      [id],
    );
    expect(row).toEqual({ email: "ann@new.test", locale: "ja", password_hash: null, kind: "INDIVIDUAL", seats: 1 });
  });
});

describe("signing out everywhere", () => {
  it("raises the version that sessions carry", async () => {
    const { id } = await makeUser();
    await raiseTokenVersion(id);
    expect(await findUser(id)).toMatchObject({ tokenVersion: 2 });
  });
});
