import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createSoftPasskey } from "../../../e2e/support/attacks/soft-passkey";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { createWorld } from "../../../e2e/support/scenes/world";
import { eraseExpiredChallenges } from "../retention";
import { findOpenSession } from "../sessions/find-session";
import { startSession } from "../sessions/start-session";
import { rememberDevice } from "../sign-in/known-device";
import { FAILURES_PER_ADDRESS } from "../sign-in/sign-in-limit";
import { addPasskey, beginAdding } from "./add";
import { issueChallenge } from "./challenge";
import { listPasskeys } from "./queries";
import { relyingParty } from "./relying-party";
import { removePasskey } from "./remove";
import { renamePasskey } from "./rename";
import { signInWithPasskey } from "./sign-in";

const database = useTestDatabase();
const world = createWorld(database);
const BROWSER = "the cookie of this browser";
const HERE = { address: "192.0.2.1", deviceCookie: undefined, browser: BROWSER };

let origin = "";
let rpId = "";
beforeEach(async () => {
  const party = relyingParty();
  if (party === null) throw new Error("the tests need a base URL with a host name");
  ({ origin, id: rpId } = party);
  // Sign-in limits count by address, and these tests share one.
  await database.query("DELETE FROM sign_in_attempts");
});

async function openSession(userId: string) {
  const session = await findOpenSession({ sessionId: await startSession(userId, null), userId });
  if (session === null) throw new Error("no session");
  return session;
}

async function makeHolder({ hasPassword = true } = {}) {
  const user = await world.user();
  if (hasPassword) await database.query("UPDATE users SET password_hash = 'hash' WHERE id = $1", [user.id]);
  const session = await openSession(user.id);
  const passkey = createSoftPasskey(user.id);
  const add = async (made = passkey, ceremony: object = {}, as = session) => {
    const options = await beginAdding(session);
    const answer = made.register({ challenge: options?.challenge ?? "", origin, rpId, ...ceremony });
    return addPasskey(as, { name: "Laptop", answer });
  };
  return { user, session, passkey, add };
}

const encode = (challenge: string) => Buffer.from(challenge).toString("base64url");
const newChallenge = (browser = BROWSER, at = new Date()) => encode(issueChallenge({ browser }, at));

type Passkey = ReturnType<typeof createSoftPasskey>;
const assertFor = (passkey: Passkey, ceremony: object = {}) =>
  passkey.assert({ challenge: newChallenge(), origin, rpId, ...ceremony });

async function enter(passkey: Passkey, ceremony: object = {}, from: typeof HERE | object = {}) {
  return (await signInWithPasskey(assertFor(passkey, ceremony), { ...HERE, ...from })).kind;
}

const readActs = (userId: string) =>
  database.query(
    "SELECT route, status, details FROM audit_log WHERE user_id = $1 AND route <> 'session.end' ORDER BY id",
    [userId],
  );

describe("signing in", () => {
  test("a passkey names its person, and is audited as their sign-in", async () => {
    const { user, passkey, add } = await makeHolder();
    expect(await add()).toBe("added");
    expect(await signInWithPasskey(assertFor(passkey), HERE)).toMatchObject({
      kind: "signed_in",
      user: { id: user.id, email: user.email },
    });
    expect((await listPasskeys(user.id))[0]?.lastUsedAt).not.toBeNull();
    expect(await readActs(user.id)).toEqual([
      { route: "passkey.add", status: 200, details: null },
      { route: "session.start", status: 200, details: { method: "passkey", address: "192.0.2.1" } },
    ]);
  });

  test("an answer counts once, also when it is sent many times at once", async () => {
    const { passkey, add } = await makeHolder();
    await add();
    const answer = assertFor(passkey);
    const results = await Promise.all(Array.from({ length: 5 }, () => signInWithPasskey(answer, HERE)));
    expect(results.map(({ kind }) => kind).sort()).toEqual(["refused", "refused", "refused", "refused", "signed_in"]);
    expect((await signInWithPasskey(answer, HERE)).kind).toBe("refused");
    expect(await enter(passkey)).toBe("signed_in");
  });

  test.each([
    ["of another origin", { origin: "https://evil.example" }],
    ["for another service", { rpId: "evil.example" }],
    ["without the person's verification", { isVerified: false }],
    ["to a challenge that is none of ours", { challenge: encode("1.2.3") }],
    [
      "to a challenge with another expiry",
      { challenge: encode(`9${issueChallenge({ browser: BROWSER }, new Date())}`) },
    ],
    ["to a challenge of another browser", { challenge: newChallenge("another cookie") }],
    ["to a challenge that expired", { challenge: newChallenge(BROWSER, new Date(Date.now() - 301_000)) }],
    ["to a challenge for adding", { challenge: encode(issueChallenge({ sessionId: BROWSER }, new Date())) }],
  ])("refuses an answer %s", async (_, ceremony) => {
    const { user, passkey, add } = await makeHolder();
    await add();
    expect(await enter(passkey, ceremony)).toBe("refused");
    expect((await readActs(user.id)).at(-1)).toMatchObject({ route: "session.start", status: 401 });
    expect(await enter(passkey)).toBe("signed_in");
  });

  test("refuses an answer without the cookie, an unknown passkey, one of someone else, and what is no answer", async () => {
    const [mine, theirs] = [await makeHolder(), await makeHolder()];
    await mine.add();
    await theirs.add();
    expect(await enter(mine.passkey, {}, { browser: undefined })).toBe("refused");
    expect(await enter(createSoftPasskey(mine.user.id))).toBe("refused");
    const [own, foreign] = [assertFor(mine.passkey), assertFor(theirs.passkey)].map(
      (text) => JSON.parse(text) as { id: string; rawId: string; response: { userHandle: string } },
    );
    const mixed = [
      { ...own, id: foreign?.id, rawId: foreign?.rawId },
      { ...own, response: { ...own?.response, userHandle: foreign?.response.userHandle } },
    ];
    for (const answer of mixed) expect((await signInWithPasskey(JSON.stringify(answer), HERE)).kind).toBe("refused");
    for (const text of ["", "null", "{", "{}", "x".repeat(20_000)])
      expect((await signInWithPasskey(text, HERE)).kind).toBe("refused");
  });

  test("a used challenge is kept longer than it lives, for processes whose clocks are behind", async () => {
    const { passkey, add } = await makeHolder();
    await add();
    expect(await enter(passkey)).toBe("signed_in");
    const age = (interval: string) =>
      database.query("UPDATE used_challenges SET expires_at = now() - $1::interval", [interval]);
    await age("1 minute");
    await eraseExpiredChallenges();
    expect(await database.query("SELECT 1 FROM used_challenges")).not.toEqual([]);
    await age("2 hours");
    await eraseExpiredChallenges();
    expect(await database.query("SELECT 1 FROM used_challenges")).toEqual([]);
  });

  test("refuses and reports a counter that does not go up, and accepts the next higher one", async () => {
    const { passkey, add } = await makeHolder();
    passkey.state.counter = 5;
    await add();
    expect(await enter(passkey)).toBe("copied");
    passkey.state.counter = 4;
    expect(await enter(passkey)).toBe("copied");
    passkey.state.counter = 6;
    expect(await enter(passkey)).toBe("signed_in");
    expect(await enter(passkey)).toBe("copied");
  });

  test("guesses from one address have a limit", async () => {
    const { passkey, add } = await makeHolder();
    await add();
    const forged = { origin: "https://evil.example" };
    for (let n = 0; n < 10; n += 1) expect(await enter(passkey, forged)).toBe("refused");
    expect(await enter(passkey)).toBe("limited");
    expect(await enter(passkey, {}, { address: "192.0.2.2" })).toBe("signed_in");
  });

  test("guesses of others at one address do not lock out a known device", async () => {
    const [{ user, passkey, add }, stranger] = [await makeHolder(), await makeHolder()];
    await add();
    for (let n = 0; n < FAILURES_PER_ADDRESS; n += 1) await enter(createSoftPasskey(stranger.user.id));
    expect(await enter(passkey)).toBe("limited");
    const of = ({ email }: { email: string }) => ({ deviceCookie: rememberDevice(undefined, email, new Date()) });
    expect(await enter(passkey, {}, of(stranger.user))).toBe("limited");
    expect(await enter(passkey, {}, of(user))).toBe("signed_in");
  });

  test("refuses a removed passkey", async () => {
    const { user, passkey, add } = await makeHolder();
    await add();
    const [row] = await listPasskeys(user.id);
    expect(await removePasskey(user.id, row?.id ?? "")).toBe("removed");
    expect(await enter(passkey)).toBe("refused");
  });
});

describe("adding", () => {
  test("only the session that asked may answer, once, and each passkey is added once", async () => {
    const { user, session, passkey, add } = await makeHolder();
    const other = await openSession(user.id);
    expect(await add(passkey, {}, other)).toBe("passkey_unverified");
    const options = await beginAdding(session);
    const ceremony = { challenge: options?.challenge ?? "", origin, rpId };
    const answer = passkey.register(ceremony);
    expect(await addPasskey(session, { name: "Laptop", answer })).toBe("added");
    expect(await addPasskey(session, { name: "Laptop", answer })).toBe("passkey_unverified");
    expect(await add()).toBe("passkey_known");
    expect((await beginAdding(session))?.excludeCredentials).toMatchObject([{ id: passkey.id }]);
    const stranger = await makeHolder();
    expect(await stranger.add(passkey)).toBe("passkey_known");
    expect(await listPasskeys(stranger.user.id)).toEqual([]);
  });

  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another service", { rpId: "evil.example" }],
    ["no verification of the person", { isVerified: false }],
    ["a challenge for signing in", { challenge: newChallenge("x") }],
  ])("refuses %s", async (_, ceremony) => {
    const { user, passkey, add } = await makeHolder();
    expect(await add(passkey, ceremony)).toBe("passkey_unverified");
    expect(await listPasskeys(user.id)).toEqual([]);
  });

  test("stores a passkey that two people add at once only once", async () => {
    const [mine, theirs] = [await makeHolder(), await makeHolder()];
    const results = await Promise.all([mine.add(), theirs.add(mine.passkey)]);
    expect(results.sort()).toEqual(["added", "passkey_known"]);
  });

  test("reads no attestation, whose certificates name addresses that would be called", async () => {
    const { add } = await makeHolder();
    expect(await add(undefined, { format: "android-key" })).toBe("added");
  });

  test.each([
    ["longer than the one that was measured", 5_000],
    ["other than that of the answer", 32],
  ])("refuses an id within the authenticator's data that is %s", async (_, length) => {
    const { user, add } = await makeHolder();
    expect(await add(undefined, { writtenId: randomBytes(length) })).toBe("passkey_unverified");
    expect(await listPasskeys(user.id)).toEqual([]);
  });

  test("allows twenty a person, also when the last two are added at once", async () => {
    const { user, add } = await makeHolder();
    for (let n = 0; n < 19; n += 1) expect(await add(createSoftPasskey(user.id))).toBe("added");
    const results = await Promise.all([add(createSoftPasskey(user.id)), add(createSoftPasskey(user.id))]);
    expect(results.sort()).toEqual(["added", "passkeys_full"]);
    expect(await listPasskeys(user.id)).toHaveLength(20);
  });
});

describe("renaming and removing", () => {
  test("refuses to rename or remove another person's passkey", async () => {
    const [mine, theirs] = [await makeHolder(), await makeHolder()];
    await theirs.add();
    const [row] = await listPasskeys(theirs.user.id);
    const id = row?.id ?? "";
    await expect(renamePasskey(mine.user.id, id, "Mine")).rejects.toMatchObject({ code: "not_found" });
    await expect(removePasskey(mine.user.id, id)).rejects.toMatchObject({ code: "not_found" });
    await renamePasskey(theirs.user.id, id, "  Phone ");
    expect(await listPasskeys(theirs.user.id)).toMatchObject([{ name: "Phone" }]);
    expect((await readActs(theirs.user.id)).map(({ route }) => route)).toEqual(["passkey.add", "passkey.rename"]);
  });

  test("refuses to remove the last way to sign in, also when two are removed at once", async () => {
    const { user, add } = await makeHolder({ hasPassword: false });
    await add();
    await add(createSoftPasskey(user.id));
    const ids = (await listPasskeys(user.id)).map(({ id }) => id);
    const results = await Promise.all(ids.map((id) => removePasskey(user.id, id)));
    expect(results.sort()).toEqual(["passkey_last", "removed"]);
    const [last] = await listPasskeys(user.id);
    await database.query(
      "INSERT INTO user_identities (provider, provider_account_id, user_id, created_at) VALUES ('github', $1, $1, now())",
      [user.id],
    );
    expect(await removePasskey(user.id, last?.id ?? "")).toBe("passkey_last");
    vi.stubEnv("GITHUB_CLIENT_ID", "known");
    vi.stubEnv("GITHUB_CLIENT_SECRET", "secret");
    resetShared();
    onTestFinished(() => {
      vi.unstubAllEnvs();
      resetShared();
    });
    expect(await removePasskey(user.id, last?.id ?? "")).toBe("removed");
  });
});
