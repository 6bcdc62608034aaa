import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { newEventId } from "../../lib/platform/ids";
import { postForm } from "../support/browser/forms";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { makePerson, type Person } from "../support/scenes/people";
import { type ConnectedDatabase, connectDatabase } from "../support/scenes/run-sql";
import { openCliSession } from "../support/scenes/sessions";
import { createWorld, type World } from "../support/scenes/world";
import { openLive } from "../support/servers/live-stream";

/** Sessions are rows: the end of one ends every copy of its cookie, in every process. */
const demo = useDemo();
const otherProcess = inject("nextDoorUrl");
let database: ConnectedDatabase;
let world: World;

beforeAll(() => {
  database = connectDatabase(demo.databaseUrl);
  world = createWorld(database);
});
afterAll(() => database.close());

async function makeMember(): Promise<Person & { roomId: string }> {
  const person = await makePerson(demo);
  const { id: organizationId, billingEntityId } = await world.organization();
  await world.join(organizationId, person.id);
  const { id: roomId } = await world.room({ organizationId, billingEntityId });
  await world.enter(roomId, person.id);
  return { ...person, roomId };
}

const get = (path: string, cookie: string, baseUrl = demo.baseUrl) =>
  fetch(baseUrl + path, { headers: { cookie }, redirect: "manual" });

/** The responses to the cookie: a page, data of the workspace, a connector, next-auth, a stream. */
async function readStatuses(roomId: string, cookie: string, baseUrl = demo.baseUrl): Promise<Record<string, unknown>> {
  const page = await get("/settings/account", cookie, baseUrl);
  const room = await get(`/rooms/${roomId}`, cookie, baseUrl);
  const changes = await get(`/api/rooms/${roomId}/changes`, cookie, baseUrl);
  const run = await get("/api/connectors/conn_x/runs/run_x", cookie, baseUrl);
  const session = (await (await get("/api/auth/session", cookie, baseUrl)).json()) as { user?: { id: string } };
  const live = await openLive(baseUrl, roomId, cookie);
  await live.close();
  return {
    page: page.status,
    room: room.status,
    changes: changes.status,
    run: run.status,
    session: session.user !== undefined,
    live: live.status,
  };
}

const SIGNED_IN = { page: 200, room: 200, changes: 200, run: 404, session: true, live: 200 };
const SIGNED_OUT = { page: 307, room: 307, changes: 401, run: 401, session: false, live: 401 };

const hasButton = (text: string) => (html: string) => html.includes(`>${text}</button>`);

describe("a copied cookie", () => {
  test("is good while its session is open, in every process", async () => {
    const { roomId, ...person } = await makeMember();
    const cookie = await openSession(demo.baseUrl, person);
    expect(await readStatuses(roomId, cookie)).toEqual(SIGNED_IN);
    expect(await readStatuses(roomId, cookie, otherProcess)).toEqual(SIGNED_IN);
  });

  test("is signed out everywhere once its owner signs out, and its actions do nothing", async () => {
    const { roomId, ...person } = await makeMember();
    const cookie = await openSession(demo.baseUrl, person);
    const other = await openSession(demo.baseUrl, person);
    const answer = await postForm(demo.baseUrl, "/settings/account", cookie, hasButton("Sign out here"));
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/login?signedOut=here"]);
    expect(await readStatuses(roomId, cookie)).toEqual(SIGNED_OUT);
    expect(await readStatuses(roomId, cookie, otherProcess)).toEqual(SIGNED_OUT);
    expect(await readStatuses(roomId, other)).toEqual(SIGNED_IN);
  });

  test("is signed out when the owner signs out through next-auth, or signs in again in the same browser", async () => {
    const { roomId, ...person } = await makeMember();
    const cookie = await openSession(demo.baseUrl, person);
    const csrf = await get("/api/auth/csrf", cookie);
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const csrfCookie = csrf.headers.getSetCookie().map((line) => line.split(";")[0]);
    const sent = [cookie, ...csrfCookie].join("; ");
    const post = (path: string, fields: Record<string, string>) =>
      fetch(demo.baseUrl + path, {
        method: "POST",
        redirect: "manual",
        headers: { cookie: sent },
        body: new URLSearchParams({ csrfToken, json: "true", ...fields }),
      });
    const { email, password } = person;
    const again = await post("/api/auth/callback/credentials", { email, password });
    const newCookie = again.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    expect(await readStatuses(roomId, cookie)).toEqual(SIGNED_OUT);
    expect(await readStatuses(roomId, newCookie)).toEqual(SIGNED_IN);
    const kept = await openSession(demo.baseUrl, person);
    const signOut = await fetch(`${demo.baseUrl}/api/auth/signout`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: [kept, ...csrfCookie].join("; ") },
      body: new URLSearchParams({ csrfToken, json: "true" }),
    });
    expect(signOut.status).toBeLessThan(400);
    expect(await readStatuses(roomId, kept)).toEqual(SIGNED_OUT);
  });

  test("ends its open streams, in every process, and leaves those of other sessions open", async () => {
    const { roomId, ...person } = await makeMember();
    const [cookie, other] = [await openSession(demo.baseUrl, person), await openSession(demo.baseUrl, person)];
    const [here, there, kept] = await Promise.all([
      openLive(demo.baseUrl, roomId, cookie),
      openLive(otherProcess, roomId, cookie),
      openLive(demo.baseUrl, roomId, other),
    ]);
    await postForm(demo.baseUrl, "/settings/account", cookie, hasButton("Sign out here"));
    await Promise.all([here.awaitEnd(), there.awaitEnd()]);
    await database.query(
      `INSERT INTO events (id, type, room_id, object_type, object_id, created_at)
       VALUES ($1, 'message.created', $2, 'message', 'msg_x', now())`,
      [newEventId(), roomId],
    );
    expect(await kept.readChange()).toMatchObject({ objectId: "msg_x" });
    await kept.close();
  });
});

describe("the account page, without JavaScript", () => {
  const listSessions = async (cookie: string) => {
    const html = await (await get("/settings/account", cookie)).text();
    return { html, ids: [...html.matchAll(/name="sessionId" value="(ses_\w+)"/g)].map(([, id = ""]) => id) };
  };

  test("lists the other devices in words, and signs one of them out", async () => {
    const { roomId, ...person } = await makeMember();
    const own = await openSession(demo.baseUrl, person);
    const [phone, laptop] = [await openSession(demo.baseUrl, person), await openSession(demo.baseUrl, person)];
    const agents = [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
    ];
    const rows = await database.query<{ id: string }>("SELECT id FROM sessions WHERE user_id = $1 ORDER BY id", [
      person.id,
    ]);
    const [, phoneId = "", laptopId = ""] = rows.map(({ id }) => id);
    for (const [index, id] of [phoneId, laptopId].entries())
      await database.query("UPDATE sessions SET user_agent = $2 WHERE id = $1", [id, agents[index]]);
    const { html, ids } = await listSessions(own);
    expect(ids.toSorted()).toEqual([phoneId, laptopId]);
    for (const words of ["Safari on iPhone", "Firefox on Windows", "This device"]) expect(html).toContain(words);
    const answer = await postForm(demo.baseUrl, "/settings/account", own, (form) =>
      form.includes(`value="${phoneId}"`),
    );
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      "/settings/account?signedOut=device#sessions",
    ]);
    expect(await readStatuses(roomId, phone)).toEqual(SIGNED_OUT);
    expect(await readStatuses(roomId, laptop)).toEqual(SIGNED_IN);
    expect((await listSessions(own)).ids).toEqual([laptopId]);
  });

  test("lists a command line, which outlives the device that approved it, and signs it out", async () => {
    const person = await makePerson(demo);
    const own = await openSession(demo.baseUrl, person);
    const { id, token } = await openCliSession(database, person.id);
    const { html, ids } = await listSessions(own);
    expect(ids).toEqual([id]);
    expect(html).toContain("Command line on laptop");
    const statusOf = async () =>
      (await fetch(`${demo.baseUrl}/api/cli/session`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await statusOf()).toBe(200);
    const answer = await postForm(demo.baseUrl, "/settings/account", own, (form) => form.includes(`value="${id}"`));
    expect(answer.headers.get("location")).toBe("/settings/account?signedOut=device#sessions");
    expect(await statusOf()).toBe(401);
    expect((await listSessions(own)).ids).toEqual([]);
  });

  test("signs all other devices out, or all of them", async () => {
    const { roomId, ...person } = await makeMember();
    const [own, other, third] = [
      await openSession(demo.baseUrl, person),
      await openSession(demo.baseUrl, person),
      await openSession(demo.baseUrl, person),
    ];
    await postForm(demo.baseUrl, "/settings/account", own, hasButton("Sign out all other devices"));
    for (const cookie of [other, third]) expect(await readStatuses(roomId, cookie)).toEqual(SIGNED_OUT);
    expect((await listSessions(own)).ids).toEqual([]);
    const fourth = await openSession(demo.baseUrl, person);
    await postForm(demo.baseUrl, "/settings/account", own, hasButton("Sign out everywhere"));
    for (const cookie of [own, fourth]) expect(await readStatuses(roomId, cookie)).toEqual(SIGNED_OUT);
  });

  test("ends no session of another person, with any id", async () => {
    const [mine, theirs] = [await makeMember(), await makeMember()];
    const [own, spare, foreign] = [
      await openSession(demo.baseUrl, mine),
      await openSession(demo.baseUrl, mine),
      await openSession(demo.baseUrl, theirs),
    ];
    const [row] = await database.query<{ id: string }>("SELECT id FROM sessions WHERE user_id = $1", [theirs.id]);
    const { ids } = await listSessions(own);
    const form = (html: string) => html.includes(`value="${ids[0]}"`);
    for (const sessionId of [row?.id ?? "", "ses_x", "", "\u0000"]) {
      const answer = await postForm(demo.baseUrl, "/settings/account", own, form, { sessionId });
      expect(answer.status).toBe(303);
    }
    expect(await readStatuses(theirs.roomId, foreign)).toEqual(SIGNED_IN);
    expect(await readStatuses(mine.roomId, spare)).toEqual(SIGNED_IN);
  });
});
