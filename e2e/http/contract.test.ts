import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { EVENT_CATALOG } from "../../lib/events/catalog";
import { newId } from "../../lib/platform/ids";
import { useDemo } from "../support/demo";
import { type NextDoor, startNextDoor } from "../support/next-door";
import { type ConnectedDatabase, connectDatabase } from "../support/scratch-database";
import { createWorld, type World } from "../support/world";

/**
 * One contract, two doors: the front door, and Next's own route handlers as a platform serves them that runs Next by
 * itself. Every request leaves its audit row, and the last test of each door looks at all of them.
 */
const demo = useDemo();
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const instant = expect.stringMatching(INSTANT);
const RUN = randomBytes(4).toString("hex");

let database: ConnectedDatabase;
let world: World;
let nextDoor: NextDoor;

beforeAll(async () => {
  database = connectDatabase(demo.databaseUrl);
  world = createWorld(database);
  nextDoor = await startNextDoor(inject("manifestFile"));
});
afterAll(async () => {
  await nextDoor?.stop();
  await database.close();
});

/** Who asks, and what the audit has to say of them. */
interface Who {
  headers: Record<string, string>;
  audit: AuditedActor;
}
interface AuditedActor {
  auth_method: string | null;
  actor_type: string | null;
  actor_id: string | null;
  user_id: string | null;
  organization_id: string | null;
  api_key_id: string | null;
  external_token_id: string | null;
}
const NOBODY: AuditedActor = {
  auth_method: null,
  actor_type: null,
  actor_id: null,
  user_id: null,
  organization_id: null,
  api_key_id: null,
  external_token_id: null,
};
const nobody = (headers: Record<string, string> = {}): Who => ({ headers, audit: NOBODY });

function keyHolder({ id, key }: { id: string; key: string }, owner: { organizationId?: string; userId?: string }): Who {
  const audit = { ...NOBODY, auth_method: "api_key", actor_type: "app", actor_id: id, api_key_id: id };
  const of = { organization_id: owner.organizationId ?? null, user_id: owner.userId ?? null };
  return { headers: { authorization: `Bearer ${key}` }, audit: { ...audit, ...of } };
}

interface TokenOptions {
  userId: string;
  billingEntityId: string;
  organizationId?: string;
  actorType?: "USER" | "AGENT";
  scopes?: readonly string[];
  audience?: string;
  expiresAt?: Date;
}
async function tokenHolder({
  organizationId,
  ...options
}: TokenOptions): Promise<Who & { grantId: string; appId: string }> {
  const { token, grantId, appId } = await world.accessToken({ audience: `${demo.baseUrl}/v1`, ...options });
  const isAgent = options.actorType === "AGENT";
  const audit = {
    auth_method: "oauth_bearer",
    actor_type: isAgent ? "agent" : "user",
    actor_id: isAgent ? appId : options.userId,
    user_id: options.userId,
    organization_id: organizationId ?? null,
    api_key_id: null,
    external_token_id: grantId,
  };
  return { headers: { authorization: `Bearer ${token}` }, audit, grantId, appId };
}

/** A member of an organization, with a room that holds one of each, and a colleague who is a guest there. */
interface Scene {
  organizationId: string;
  billingEntityId: string;
  userId: string;
  roomId: string;
  room: string;
  boardId: string;
  messageId: string;
  taskId: string;
  recordId: string;
  member: Who;
}
async function createScene(options: { seats?: number; plan?: "STANDARD" | "UNLIMITED" } = {}): Promise<Scene> {
  const organization = await world.organization({ seats: 50, ...options });
  const { billingEntityId } = organization;
  const user = await world.user();
  await world.join(organization.id, user.id);
  const { id: roomId } = await world.room({ organizationId: organization.id, billingEntityId });
  await world.enter(roomId, user.id);
  const { id: boardId } = await world.board(roomId);
  const [messageId, taskId, recordId, at] = [newId("msg"), newId("task"), newId("rec"), new Date()];
  await database.query(
    "INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, 'Message', $4, $4)",
    [messageId, roomId, user.id, at],
  );
  await database.query(
    "INSERT INTO tasks (id, room_id, board_id, title, created_at, updated_at) VALUES ($1, $2, $3, 'Task', $4, $4)",
    [taskId, roomId, boardId, at],
  );
  await insertRecord({ id: recordId, roomId, createdById: user.id });
  const member = await tokenHolder({ userId: user.id, billingEntityId, organizationId: organization.id });
  const ids = { organizationId: organization.id, billingEntityId, userId: user.id, roomId, boardId };
  return { ...ids, room: `/v1/rooms/${roomId}`, messageId, taskId, recordId, member };
}

async function insertRecord(record: {
  id?: string;
  roomId: string;
  createdById: string;
  status?: string;
}): Promise<string> {
  const id = record.id ?? newId("rec");
  await database.query(
    `INSERT INTO records (id, room_id, title, status, created_by_id, created_at, updated_at)
     VALUES ($1, $2, 'Record', $3::record_status, $4, $5, $5)`,
    [id, record.roomId, record.status ?? "DRAFT", record.createdById, new Date()],
  );
  return id;
}

/** The route patterns of the contract's table, for the audit. */
const PATTERNS: readonly [method: RegExp, path: RegExp, pattern: string][] = [
  [/^(GET|HEAD)$/, /^\/v1\/(me|organizations|rooms|event-types)$/, "/v1/$1"],
  [/^(GET|HEAD)$/, /^\/v1\/rooms\/[^/]+\/(members|messages|tasks|records|files)$/, "/v1/rooms/{roomId}/$1"],
  [/^POST$/, /^\/v1\/rooms\/[^/]+\/(messages|tasks|records|files)$/, "/v1/rooms/{roomId}/$1"],
  [/^PATCH$/, /^\/v1\/rooms\/[^/]+\/tasks\/[^/]+$/, "/v1/rooms/{roomId}/tasks/{taskId}"],
  [/^PATCH$/, /^\/v1\/rooms\/[^/]+\/records\/[^/]+$/, "/v1/rooms/{roomId}/records/{recordId}"],
];
function patternOf(method: string, target: string): string {
  const [path = ""] = target.split("?");
  const found = PATTERNS.find(([methods, paths]) => methods.test(method) && paths.test(path));
  return found ? path.replace(found[1], found[2]) : "unmatched";
}

interface Failure {
  code: string;
  message: string;
  requestId: string;
  details?: Record<string, unknown>;
}
interface Row extends Record<string, unknown> {
  id: string;
}
interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: Row & { data: Row[]; nextCursor: string | null; error: Failure };
}
interface Ask {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** `200`, or `403 forbidden`. */
const outcome = ({ status, json }: Answer) => (status < 400 ? String(status) : `${status} ${json.error.code}`);
const issuePaths = ({ json }: Answer) =>
  ((json.error.details?.["issues"] ?? []) as { path: string }[]).map(({ path }) => path);

/** The headers of an answer that the service itself makes. */
const TRANSPORT = [
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
  "vary",
];
const ownHeaders = ({ headers }: Answer) => [...headers.keys()].filter((name) => !TRANSPORT.includes(name)).sort();
const BASE_HEADERS = ["cache-control", "content-type", "x-content-type-options", "x-request-id"];
const BURST_HEADERS = ["limit", "policy", "remaining", "reset"].map((name) => `ratelimit-${name}`);
const UNIT_HEADERS = ["cost", "limit", "remaining", "reset", "used"].map((name) => `svc-api-units-${name}`);
const SCOPE_HEADERS = ["svc-ratelimit-scope", "svc-ratelimit-subject"];
const SUCCESS_HEADERS = [...BASE_HEADERS, ...BURST_HEADERS, ...UNIT_HEADERS, ...SCOPE_HEADERS].sort();

const DOORS: readonly [string, () => string][] = [
  ["the front door", () => demo.baseUrl],
  ["Next's own door", () => nextDoor.baseUrl],
];

describe.each(DOORS)("%s", (name, baseUrl) => {
  const door = name === "the front door" ? "front" : "next";
  const expectedAudit = new Map<string, Record<string, unknown>>();
  let count = 0;

  async function ask(who: Who, target: string, { method = "GET", body, headers = {} }: Ask = {}): Promise<Answer> {
    const given = headers["x-request-id"];
    count += 1;
    const requestId = given ?? `${RUN}-${door}-${count}`;
    const response = await fetch(baseUrl() + target, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...who.headers,
        "x-request-id": requestId,
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      redirect: "manual",
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text, json: text ? JSON.parse(text) : {} };
    if (given === undefined) {
      const route = patternOf(method, target);
      const isKnown = route !== "unmatched" && response.status !== 401;
      expect(response.headers.get("x-request-id")).toBe(requestId);
      expectedAudit.set(requestId, {
        method,
        route,
        status: response.status,
        units_cost: response.status < 400 && isKnown ? Number(response.headers.get("svc-api-units-cost")) : 0,
        ...(isKnown ? who.audit : NOBODY),
      });
    }
    if (response.status >= 400 && method !== "HEAD") expectEnvelope(answer);
    return answer;
  }

  function expectEnvelope({ headers, json }: Answer): void {
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(Object.keys(json)).toEqual(["error"]);
    const { code, message, requestId, details, ...rest } = json.error;
    expect([typeof code, typeof message, rest]).toEqual(["string", "string", {}]);
    expect(requestId).toBe(headers.get("x-request-id"));
    expect(["object", "undefined"]).toContain(typeof details);
  }

  const post = (who: Who, target: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(who, target, { method: "POST", body, headers });
  const patch = (who: Who, target: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(who, target, { method: "PATCH", body, headers });
  async function organizationKey({ organizationId, billingEntityId }: Scene, scopes?: readonly string[]): Promise<Who> {
    const key = await world.apiKey({ organizationId, billingEntityId, ...(scopes ? { scopes } : {}) });
    return keyHolder(key, { organizationId });
  }

  const org = keyHolder(demo.apiKeys.org, { organizationId: demo.organizations.acme.id });
  const readOnly = keyHolder(demo.apiKeys.orgReadOnly, { organizationId: demo.organizations.acme.id });
  const own = keyHolder(demo.apiKeys.user, { userId: demo.users.owner.id });
  const general = `/v1/rooms/${demo.rooms.general.id}`;

  describe("reads", () => {
    test("an organization's key has no person behind it", async () => {
      expect(outcome(await ask(org, "/v1/me"))).toBe("404 not_found");
    });

    test("a person's key reads the profile, in the person's own area", async () => {
      const { status, json } = await ask(own, "/v1/me");
      expect([status, json]).toEqual([
        200,
        {
          id: demo.users.owner.id,
          email: demo.users.owner.email,
          name: "Aiko Tanaka",
          locale: "en",
          organizationId: null,
          billingContext: "individual",
          createdAt: instant,
        },
      ]);
    });

    test("a token reads the profile in the context that it was granted for", async () => {
      const { member, userId, organizationId } = await createScene();
      expect((await ask(member, "/v1/me")).json).toMatchObject({
        id: userId,
        organizationId,
        billingContext: "organization",
      });
    });

    test("organizations: an organization's key sees its own, a person's area has none", async () => {
      const acme = {
        id: demo.organizations.acme.id,
        name: "Acme",
        description: "Makes everything, delivers anywhere",
        isActive: true,
        createdAt: instant,
      };
      expect((await ask(org, "/v1/organizations")).json).toEqual({ data: [acme], nextCursor: null });
      expect((await ask(own, "/v1/organizations")).json).toEqual({ data: [], nextCursor: null });
      const scene = await createScene();
      const [mine] = (await ask(scene.member, "/v1/organizations")).json.data;
      expect(mine).toEqual({
        id: scene.organizationId,
        name: expect.any(String),
        description: null,
        isActive: true,
        createdAt: instant,
      });
    });

    test("rooms: those of the context, newest first, no direct messages", async () => {
      const ofAcme = (id: string, roomName: string) => ({
        id,
        name: roomName,
        roomType: 0,
        organizationId: demo.organizations.acme.id,
        createdById: demo.users.owner.id,
        createdAt: instant,
        updatedAt: instant,
      });
      expect((await ask(org, "/v1/rooms")).json).toEqual({
        data: [ofAcme(demo.rooms.noBoard.id, "Ideas"), ofAcme(demo.rooms.general.id, "General")],
        nextCursor: null,
      });
      const { json } = await ask(own, "/v1/rooms");
      expect(json.data).toEqual([{ ...ofAcme(demo.rooms.personal.id, "Aiko's notes"), organizationId: null }]);
    });

    test("members, the last to come first", async () => {
      const member = (userId: string, role: number, displayName: string) => ({
        userId,
        role,
        joinedAt: null,
        displayName,
      });
      const { guest, member: ben, owner } = demo.users;
      const data = [
        member(guest.id, 10, "Chloé Martin"),
        member(ben.id, 20, "Ben Carter"),
        member(owner.id, 40, "Aiko Tanaka"),
      ];
      expect((await ask(readOnly, `${general}/members`)).json).toEqual({ data, nextCursor: null });
    });

    test.each([
      ["messages", ["authorId", "body", "createdAt", "id", "roomId", "updatedAt"], 11],
      [
        "tasks",
        ["createdAt", "createdById", "description", "dueDate", "id", "roomId", "status", "title", "updatedAt"],
        5,
      ],
      ["records", ["createdAt", "createdById", "id", "roomId", "status", "title", "updatedAt"], 6],
    ])("%s of the demo: every field, newest first", async (kind, fields, atLeast) => {
      const { json } = await ask(readOnly, `${general}/${kind}`);
      expect(json.nextCursor).toBeNull();
      expect(json.data.length).toBeGreaterThanOrEqual(atLeast);
      for (const row of json.data) {
        expect(Object.keys(row).sort()).toEqual(fields);
        expect([row["roomId"], row["createdAt"], row["updatedAt"]]).toEqual([demo.rooms.general.id, instant, instant]);
      }
      const times = json.data.map((row) => String(row["createdAt"]));
      expect(times).toEqual([...times].sort().reverse());
      const ids = json.data.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort().reverse());
    });

    test("tasks: what is not set is null, never absent", async () => {
      const { json } = await ask(readOnly, `${general}/tasks`);
      expect(json.data.some(({ dueDate }) => dueDate === null)).toBe(true);
      expect(json.data.some(({ dueDate }) => INSTANT.test(String(dueDate)))).toBe(true);
      expect(json.data.some(({ description }) => description === null)).toBe(true);
      expect(json.data.find(({ id }) => id === demo.tasks.open.id)).toMatchObject({
        title: "Write the release notes",
        status: "NOT_STARTED",
        createdById: demo.users.owner.id,
      });
    });

    test("files: metadata, newest first, none that is still on its way", async () => {
      const scene = await createScene();
      const at = new Date();
      const insert = async (source: string, state: string, messageId: string | null, taskId: string | null) => {
        const id = newId("file");
        await database.query(
          `INSERT INTO files (id, room_id, file_name, size, mime_type, source, state, message_id, task_id, uploaded_by_id, storage_key, created_at)
           VALUES ($1, $2, 'plan.pdf', 4096, 'application/pdf', $3::file_source, $4::file_state, $5, $6, $7, $1, $8)`,
          [id, scene.roomId, source, state, messageId, taskId, scene.userId, at],
        );
        return id;
      };
      const chat = await insert("CHAT", "READY", scene.messageId, null);
      const task = await insert("TASK", "READY", null, scene.taskId);
      await insert("BOARD", "UPLOADING", null, null);
      const memo = await insert("MEMO", "READY", null, null);
      const file = (id: string, source: string, messageId: string | null, taskId: string | null) => ({
        id,
        roomId: scene.roomId,
        fileName: "plan.pdf",
        size: 4096,
        mimeType: "application/pdf",
        source,
        messageId,
        taskId,
        uploadedById: scene.userId,
        createdAt: at.toISOString(),
      });
      expect((await ask(scene.member, `${scene.room}/files`)).json).toEqual({
        data: [
          file(memo, "memo", null, null),
          file(task, "task", null, scene.taskId),
          file(chat, "chat", scene.messageId, null),
        ],
        nextCursor: null,
      });
    });

    test("event types: the catalog, and nothing around it", async () => {
      const { json } = await ask(own, "/v1/event-types");
      expect(json).toEqual({
        data: EVENT_CATALOG.map(({ type, description, stable }) => ({ type, description, stable })),
      });
      expect(json.data.filter(({ stable }) => stable === true)).toHaveLength(14);
    });
  });

  describe("paging", () => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await createScene();
      const many = (n: number) => Array.from({ length: n }, (_, index) => index);
      for (const n of many(6))
        await database.query(
          "INSERT INTO messages (id, room_id, body, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)",
          [newId("msg"), scene.roomId, `Message ${n}`, new Date()],
        );
      for (const _ of many(4)) {
        await database.query(
          "INSERT INTO tasks (id, room_id, board_id, title, created_at, updated_at) VALUES ($1, $2, $3, 'Task', $4, $4)",
          [newId("task"), scene.roomId, scene.boardId, new Date()],
        );
        await insertRecord({ roomId: scene.roomId, createdById: scene.userId });
        await world.enter(scene.roomId, (await world.user()).id, null);
        await world.room({ organizationId: scene.organizationId, billingEntityId: scene.billingEntityId });
        await database.query(
          `INSERT INTO files (id, room_id, file_name, size, mime_type, source, state, uploaded_by_id, storage_key, created_at)
           VALUES ($1, $2, 'a.txt', 1, 'text/plain', 'MEMO', 'READY', $3, $1, $4)`,
          [newId("file"), scene.roomId, scene.userId, new Date()],
        );
      }
    });

    test.each([
      ["rooms", 5],
      ["members", 5],
      ["messages", 7],
      ["tasks", 5],
      ["records", 5],
      ["files", 4],
    ])("%s: pages of 1, 2 and 3 hold what one page holds, without gaps or repeats", async (kind, total) => {
      const key = await organizationKey(scene);
      const list = kind === "rooms" ? "/v1/rooms" : `${scene.room}/${kind}`;
      const whole = (await ask(key, list)).json;
      expect([whole.data.length, whole.nextCursor]).toEqual([total, null]);
      for (const limit of [1, 2, 3]) {
        const rows: Row[] = [];
        let cursor: string | null = null;
        let pages = 0;
        do {
          const query: string = cursor === null ? "" : `&cursor=${cursor}`;
          const { json } = await ask(key, `${list}?limit=${limit}${query}`);
          expect(json.data.length).toBe(Math.min(limit, total - rows.length));
          rows.push(...json.data);
          cursor = json.nextCursor;
          if (cursor !== null) expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
          pages += 1;
        } while (cursor !== null && pages < 20);
        expect(rows).toEqual(whole.data);
        expect(pages).toBe(Math.ceil(total / limit));
      }
    });

    test("a row that comes between two pages shifts nothing", async () => {
      const fresh = await createScene();
      await post(fresh.member, `${fresh.room}/messages`, { body: "second" });
      const first = (await ask(fresh.member, `${fresh.room}/messages?limit=1`)).json;
      await post(fresh.member, `${fresh.room}/messages`, { body: "third" });
      const next = (await ask(fresh.member, `${fresh.room}/messages?limit=1&cursor=${first.nextCursor}`)).json;
      expect([first.data[0]?.["body"], next.data[0]?.["body"], next.nextCursor]).toEqual(["second", "Message", null]);
    });

    test("a cursor of one door opens at the other", async () => {
      const key = await organizationKey(scene);
      const other = door === "front" ? nextDoor.baseUrl : demo.baseUrl;
      const response = await fetch(`${other}${scene.room}/messages?limit=3`, { headers: key.headers });
      const { nextCursor, data } = (await response.json()) as Answer["json"];
      const rest = (await ask(key, `${scene.room}/messages?cursor=${nextCursor}`)).json;
      expect([...data, ...rest.data].map(({ id }) => id)).toEqual(
        (await ask(key, `${scene.room}/messages`)).json.data.map(({ id }) => id),
      );
    });

    test("a cursor of another list, an altered one and none at all are bad input", async () => {
      const key = await organizationKey(scene);
      const cursor = (await ask(key, `${scene.room}/messages?limit=1`)).json.nextCursor ?? "";
      const altered = [0, 5, 20, 40, cursor.length - 1].map(
        (at) => cursor.slice(0, at) + (cursor[at] === "A" ? "B" : "A") + cursor.slice(at + 1),
      );
      const targets = [
        `${scene.room}/tasks?cursor=${cursor}`,
        `/v1/rooms?cursor=${cursor}`,
        ...[...altered, `${cursor}A`, cursor.slice(0, -1), `${cursor}=`, "", "%00", scene.messageId].map(
          (bad) => `${scene.room}/messages?cursor=${bad}`,
        ),
        `${scene.room}/messages?cursor=${cursor}&cursor=${cursor}`,
      ];
      for (const target of targets) {
        const answer = await ask(key, target);
        expect([target, outcome(answer), issuePaths(answer)]).toEqual([
          target,
          "400 validation_error",
          ["query.cursor"],
        ]);
      }
    });

    test.each(["0", "201", "abc", "-1", "1.5", "1e2", "", "%201", "1&limit=1", "99999999999999999999"])(
      "limit=%s is bad input, never clamped",
      async (limit) => {
        const answer = await ask(await organizationKey(scene), `/v1/rooms?limit=${limit}`);
        expect([outcome(answer), issuePaths(answer)]).toEqual(["400 validation_error", ["query.limit"]]);
        // It counted towards the burst, but cost nothing.
        expect(answer.headers.has("svc-api-units-cost")).toBe(false);
      },
    );

    test("limit=1 and limit=200 are not", async () => {
      const key = await organizationKey(scene);
      for (const limit of [1, 200]) expect((await ask(key, `/v1/rooms?limit=${limit}`)).status).toBe(200);
    });
  });

  describe("credentials", () => {
    test("both headers are good, and both together when they agree", async () => {
      const { key } = demo.apiKeys.user;
      for (const headers of [
        { authorization: `Bearer ${key}` },
        { authorization: `bearer   ${key}` },
        { "x-api-key": key },
        { authorization: `Bearer ${key}`, "x-api-key": key },
      ] as Record<string, string>[])
        expect(outcome(await ask({ headers, audit: own.audit }, "/v1/me"))).toBe("200");
    });

    test("each bad one has its answer, with a challenge", async () => {
      const { user, org: other, expired, revoked } = demo.apiKeys;
      const cases: [Record<string, string>, string][] = [
        [{}, "unauthenticated"],
        [{ authorization: "Bearer" }, "unauthenticated"],
        [{ authorization: `Basic ${user.key}` }, "unauthenticated"],
        [{ authorization: user.key }, "unauthenticated"],
        [{ authorization: "Bearer nonsense" }, "unauthenticated"],
        [{ "x-api-key": "nonsense" }, "unauthenticated"],
        [{ authorization: `Bearer ${user.key}`, "x-api-key": other.key }, "unauthenticated"],
        [{ authorization: `Bearer svc_at_${"a".repeat(43)}` }, "unauthenticated"],
        [{ authorization: `Bearer svc_test_${"a".repeat(43)}` }, "invalid_api_key"],
        [{ "x-api-key": `svc_test_${"a".repeat(43)}` }, "invalid_api_key"],
        [{ "x-api-key": user.key.replace("svc_test_", "svc_live_") }, "invalid_api_key"],
        [{ "x-api-key": expired.key }, "expired_api_key"],
        [{ "x-api-key": revoked.key }, "revoked_api_key"],
      ];
      for (const [headers, code] of cases) {
        const answer = await ask(nobody(headers), "/v1/rooms");
        expect([headers, outcome(answer)]).toEqual([headers, `401 ${code}`]);
        expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer realm="[^"]+\/v1", resource_metadata="/);
        expect(ownHeaders(answer)).toEqual([...BASE_HEADERS, "www-authenticate"].sort());
      }
    });

    test("a token of another audience, an expired one and one whose grant was revoked are no tokens", async () => {
      const user = await world.user();
      const options = { userId: user.id, billingEntityId: user.billingEntityId };
      const good = await tokenHolder(options);
      expect(outcome(await ask(good, "/v1/me"))).toBe("200");
      await database.query("UPDATE oauth_grants SET revoked_at = $2 WHERE id = $1", [good.grantId, new Date()]);
      for (const bad of [
        good,
        await tokenHolder({ ...options, audience: demo.mcpUrl }),
        await tokenHolder({ ...options, expiresAt: new Date(Date.now() - 1) }),
      ])
        expect(outcome(await ask(bad, "/v1/me"))).toBe("401 unauthenticated");
    });

    test("a key that is revoked ends at once", async () => {
      const user = await world.user();
      const key = await world.apiKey({ userId: user.id, billingEntityId: user.billingEntityId });
      const holder = keyHolder(key, { userId: user.id });
      expect(outcome(await ask(holder, "/v1/me"))).toBe("200");
      await database.query("UPDATE api_keys SET revoked_at = $2 WHERE id = $1", [key.id, new Date()]);
      expect(outcome(await ask(holder, "/v1/me"))).toBe("401 revoked_api_key");
    });
  });

  describe("what may not be seen", () => {
    /** Apart from the date the answers are the same to the byte. */
    async function collect(who: Who, targets: readonly string[], options: Ask = {}): Promise<Set<string>> {
      const seen = new Set<string>();
      for (const target of targets) {
        const { status, headers, text } = await ask(who, target, {
          ...options,
          headers: { "x-request-id": `same-${RUN}` },
        });
        seen.add(JSON.stringify([status, [...headers].filter(([header]) => header !== "date"), text]));
      }
      return seen;
    }
    const hidden = (own: string) => [
      newId("room"),
      demo.rooms.dm.id,
      demo.rooms.foreign.id,
      own,
      "room_1",
      "%00",
      "x".repeat(300),
    ];

    test.each(["members", "messages", "tasks", "records", "files"])(
      "%s: answers as what is not there",
      async (kind) => {
        const targets = hidden(demo.rooms.personal.id).map((id) => `/v1/rooms/${id}/${kind}`);
        const seen = await collect(readOnly, targets);
        expect([...seen]).toHaveLength(1);
        expect([...seen][0]).toContain("room_not_found");
        expect([...seen][0]).toMatch(/^\[404,/);
        const ofPerson = await collect(
          own,
          hidden(demo.rooms.general.id).map((id) => `/v1/rooms/${id}/${kind}`),
        );
        expect([...ofPerson]).toEqual([...seen]);
      },
    );

    test("writes: the same", async () => {
      const scene = await createScene();
      const notMine = await world.room({
        organizationId: scene.organizationId,
        billingEntityId: scene.billingEntityId,
      });
      const rooms = hidden(notMine.id);
      const cases = [
        ["POST", "messages", { body: "No" }],
        ["POST", "tasks", { title: "No" }],
        ["POST", "records", { title: "No" }],
        ["PATCH", `tasks/${scene.taskId}`, { title: "No" }],
        ["PATCH", `records/${scene.recordId}`, { title: "No" }],
      ] as const;
      const all = new Set<string>();
      for (const [method, rest, body] of cases)
        for (const seen of await collect(
          scene.member,
          rooms.map((id) => `/v1/rooms/${id}/${rest}`),
          { method, body },
        ))
          all.add(seen);
      expect([...all]).toHaveLength(1);
      expect([...all][0]).toContain("room_not_found");
    });

    test("tasks and records of another room are not found in this one", async () => {
      const [mine, theirs] = [await createScene(), await createScene()];
      for (const [kind, foreign, prefix] of [
        ["tasks", theirs.taskId, "task"],
        ["records", theirs.recordId, "rec"],
      ] as const) {
        const targets = [newId(prefix), foreign, "nothing", "%00"].map((id) => `${mine.room}/${kind}/${id}`);
        const seen = await collect(mine.member, targets, { method: "PATCH", body: { title: "No" } });
        expect([...seen]).toHaveLength(1);
        expect([...seen][0]).toContain('\\"not_found\\"');
      }
    });
  });

  describe("what may not be done", () => {
    test("without the scope nothing, before the room is looked at", async () => {
      const scene = await createScene();
      const key = await organizationKey(scene, ["organizations:read"]);
      const reads = [
        "/v1/me",
        "/v1/rooms",
        "/v1/event-types",
        `/v1/rooms/${newId("room")}/messages`,
        `${scene.room}/files`,
      ];
      const scopes = ["me:read", "rooms:read", "events:read", "messages:read", "files:read"];
      for (const [n, target] of reads.entries()) {
        const answer = await ask(key, target);
        expect([outcome(answer), answer.json.error.details]).toEqual([
          "403 insufficient_scope",
          { requiredScope: scopes[n] },
        ]);
      }
      const poor = {
        userId: scene.userId,
        billingEntityId: scene.billingEntityId,
        organizationId: scene.organizationId,
      };
      const token = await tokenHolder({ ...poor, scopes: ["messages:read"] });
      expect(outcome(await post(token, `${scene.room}/messages`, { body: "No" }))).toBe("403 insufficient_scope");
      expect(outcome(await ask(token, `${scene.room}/messages`))).toBe("200");
    });

    test("keys and agents do not write, guests neither", async () => {
      const scene = await createScene();
      const ids = { billingEntityId: scene.billingEntityId, organizationId: scene.organizationId };
      const agent = await tokenHolder({ ...ids, userId: scene.userId, actorType: "AGENT" });
      const guest = await world.user();
      await world.join(scene.organizationId, guest.id, 10);
      await world.enter(scene.roomId, guest.id, 10);
      const guestToken = await tokenHolder({ ...ids, userId: guest.id });
      for (const who of [await organizationKey(scene), org, own, agent, guestToken]) {
        const room = who === org ? general : who === own ? `/v1/rooms/${demo.rooms.personal.id}` : scene.room;
        expect(outcome(await post(who, `${room}/messages`, { body: "No" }))).toBe("403 forbidden");
        expect(outcome(await post(who, `${room}/tasks`, { title: "No" }))).toBe("403 forbidden");
        expect(outcome(await post(who, `${room}/records`, { title: "No" }))).toBe("403 forbidden");
      }
      for (const who of [agent, guestToken]) {
        expect(outcome(await ask(who, `${scene.room}/messages`))).toBe("200");
        expect(outcome(await patch(who, `${scene.room}/tasks/${scene.taskId}`, { title: "No" }))).toBe("403 forbidden");
        expect(outcome(await patch(who, `${scene.room}/records/${scene.recordId}`, { title: "No" }))).toBe(
          "403 forbidden",
        );
      }
      // Before the room is looked at: a key learns nothing of rooms from this.
      expect(outcome(await post(org, `/v1/rooms/${newId("room")}/messages`, { body: "No" }))).toBe("403 forbidden");
      expect(await database.query("SELECT 1 FROM events WHERE room_id = $1", [scene.roomId])).toEqual([]);
    });

    test("a record is its creator's, and nobody's once it is locked or archived", async () => {
      const scene = await createScene();
      const colleague = await world.user();
      const theirs = await insertRecord({ roomId: scene.roomId, createdById: colleague.id });
      const locked = await insertRecord({ roomId: scene.roomId, createdById: scene.userId, status: "LOCKED" });
      const archived = await insertRecord({ roomId: scene.roomId, createdById: scene.userId, status: "ARCHIVED" });
      for (const id of [theirs, locked, archived])
        expect(outcome(await patch(scene.member, `${scene.room}/records/${id}`, { title: "No" }))).toBe(
          "403 forbidden",
        );
      expect(await database.query("SELECT 1 FROM records WHERE room_id = $1 AND title = 'No'", [scene.roomId])).toEqual(
        [],
      );
    });
  });

  describe("writes", () => {
    const eventsOf = (objectId: string) =>
      database.query("SELECT type, room_id, organization_id FROM events WHERE object_id = $1 ORDER BY created_at", [
        objectId,
      ]);

    test("a message is posted, and is the newest", async () => {
      const { member, room, roomId, userId, organizationId, messageId } = await createScene();
      const body = "  Grüße, 世界 👋\n";
      const answer = await post(member, `${room}/messages`, { body, replyToMessageId: messageId });
      expect([answer.status, answer.json]).toEqual([
        201,
        { id: expect.stringMatching(/^msg_/), roomId, authorId: userId, body, createdAt: instant, updatedAt: instant },
      ]);
      const list = await ask(member, `${room}/messages?limit=1`);
      expect(list.json.data).toEqual([answer.json]);
      expect(await eventsOf(answer.json.id)).toEqual([
        { type: "message.created", room_id: roomId, organization_id: organizationId },
      ]);
    });

    test("a task is created on the first board, and updated", async () => {
      const { member, room, roomId, userId } = await createScene();
      const created = await post(member, `${room}/tasks`, { title: "Plan", dueDate: "2027-02-03T10:00:00+02:00" });
      const task = {
        id: expect.stringMatching(/^task_/),
        roomId,
        title: "Plan",
        description: null,
        status: "NOT_STARTED",
        dueDate: "2027-02-03T08:00:00.000Z",
        createdById: userId,
        createdAt: instant,
        updatedAt: instant,
        version: 1,
      };
      expect([created.status, created.json]).toEqual([201, task]);
      const target = `${room}/tasks/${created.json.id}`;
      const change = { status: "COMPLETED", description: "Done", dueDate: null, version: 1 };
      const updated = await patch(member, target, change);
      expect([updated.status, updated.json]).toEqual([200, { ...task, ...change, version: 2 }]);
      expect(updated.json["updatedAt"]).not.toBe(updated.json["createdAt"]);
      const { version: _, ...summary } = updated.json;
      expect((await ask(member, `${room}/tasks?limit=1`)).json.data).toEqual([summary]);
      expect(await eventsOf(created.json.id)).toMatchObject([{ type: "task.created" }, { type: "task.updated" }]);
    });

    test("a task is changed from the version that was read, or not at all", async () => {
      const { member, room, taskId } = await createScene();
      const target = `${room}/tasks/${taskId}`;
      expect((await patch(member, target, { title: "One", version: 1 })).json["version"]).toBe(2);
      const late = await patch(member, target, { title: "Two", version: 1 });
      expect([outcome(late), late.json.error.details]).toEqual(["409 version_conflict", { currentVersion: 2 }]);
      expect((await patch(member, target, { title: "Three" })).json).toMatchObject({ title: "Three", version: 3 });
    });

    test("a record is created and updated", async () => {
      const { member, room, roomId, userId } = await createScene();
      const created = await post(member, `${room}/records`, { title: "Minutes", content: "# Minutes" });
      const record = {
        id: expect.stringMatching(/^rec_/),
        roomId,
        title: "Minutes",
        status: "DRAFT",
        createdById: userId,
        createdAt: instant,
        updatedAt: instant,
      };
      expect([created.status, created.json]).toEqual([201, record]);
      const updated = await patch(member, `${room}/records/${created.json.id}`, { title: "Better minutes" });
      expect([updated.status, updated.json]).toEqual([200, { ...record, title: "Better minutes" }]);
      expect(await eventsOf(created.json.id)).toMatchObject([{ type: "record.created" }, { type: "record.updated" }]);
    });

    test("what does not belong to the room is bad input", async () => {
      const [scene, other] = [await createScene(), await createScene()];
      const boardless = await world.room({
        organizationId: scene.organizationId,
        billingEntityId: scene.billingEntityId,
      });
      await world.enter(boardless.id, scene.userId);
      const cases: [Answer, string][] = [
        [await post(scene.member, `/v1/rooms/${boardless.id}/tasks`, { title: "No" }), "boardId"],
        [await post(scene.member, `${scene.room}/tasks`, { title: "No", boardId: other.boardId }), "boardId"],
        [
          await post(scene.member, `${scene.room}/messages`, { body: "No", replyToMessageId: other.messageId }),
          "replyToMessageId",
        ],
      ];
      for (const [answer, path] of cases)
        expect([outcome(answer), issuePaths(answer)]).toEqual(["400 validation_error", [path]]);
    });

    test.each([
      ["messages", {}, ["body"]],
      ["messages", { body: "" }, ["body"]],
      ["messages", { body: 1 }, ["body"]],
      ["messages", { body: "x".repeat(10_001) }, ["body"]],
      ["messages", { body: "nul \u0000" }, ["body"]],
      ["messages", '{"body":"half a pair \\ud800"}', ["body"]],
      ["messages", { body: "Hi", colour: "red", size: 1 }, ["colour", "size"]],
      ["messages", [], [""]],
      ["messages", "null", [""]],
      ["messages", "{", [""]],
      ["tasks", { title: "x".repeat(201) }, ["title"]],
      ["tasks", { title: "Plan", dueDate: "2027-02-30T00:00:00Z" }, ["dueDate"]],
      ["tasks", { title: "Plan", dueDate: "tomorrow" }, ["dueDate"]],
      ["tasks", { title: "Plan", status: "COMPLETED" }, ["status"]],
      ["records", { title: "Minutes", content: null }, ["content"]],
      ["records", { content: "Without a title" }, ["title"]],
    ])("bad input to %s: %j", async (kind, body, paths) => {
      const { member, room, roomId, billingEntityId } = await createScene();
      const answer = await post(member, `${room}/${kind}`, body, { "idempotency-key": "bad" });
      expect([outcome(answer), issuePaths(answer).sort()]).toEqual(["400 validation_error", paths]);
      // Nothing was written, nothing charged, and the key is still free.
      expect(await database.query("SELECT 1 FROM events WHERE room_id = $1", [roomId])).toEqual([]);
      expect(await database.query("SELECT 1 FROM unit_ledger WHERE billing_entity_id = $1", [billingEntityId])).toEqual(
        [],
      );
      const good = kind === "messages" ? { body: "Good" } : { title: "Good" };
      expect(outcome(await post(member, `${room}/${kind}`, good, { "idempotency-key": "bad" }))).toBe("201");
    });

    test.each([
      [{}, [""]],
      [{ version: 1 }, [""]],
      [{ status: "ARCHIVED" }, ["status"]],
      [{ title: "Plan", version: 0 }, ["version"]],
      [{ description: null }, ["description"]],
    ])("bad input to a task's update: %j", async (body, paths) => {
      const { member, room, taskId } = await createScene();
      const answer = await patch(member, `${room}/tasks/${taskId}`, body);
      expect([outcome(answer), issuePaths(answer)]).toEqual(["400 validation_error", paths]);
    });

    test("a body of another kind is bad input", async () => {
      const { member, room } = await createScene();
      const answer = await post(member, `${room}/messages`, "body=Hi", {
        "content-type": "application/x-www-form-urlencoded",
      });
      expect(outcome(answer)).toBe("400 validation_error");
    });
  });

  describe("idempotency", () => {
    const used = (answer: Answer) => answer.headers.get("svc-api-units-used");

    test("the same request is answered again, at this door and the other, and charged once", async () => {
      const { member, room, roomId } = await createScene();
      const key = { "idempotency-key": "k 1 – ü".normalize().replaceAll(/[^ -~]/g, "_") };
      const first = await post(member, `${room}/tasks`, { title: "Once", description: "Only" }, key);
      // The order of members is not part of what is asked.
      const again = await post(member, `${room}/tasks`, { description: "Only", title: "Once" }, key);
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
      expect([first, again].map(({ headers }) => headers.get("svc-api-units-cost"))).toEqual(["3", "0"]);
      expect([used(first), used(again)]).toEqual(["3", "3"]);
      expect(ownHeaders(again)).toEqual([...SUCCESS_HEADERS, "idempotent-replayed"].sort());
      const elsewhere = await fetch(`${door === "front" ? nextDoor.baseUrl : demo.baseUrl}${room}/tasks`, {
        method: "POST",
        headers: { ...member.headers, ...key, "content-type": "application/json" },
        body: JSON.stringify({ title: "Once", description: "Only" }),
      });
      expect([elsewhere.status, await elsewhere.text()]).toEqual([201, first.text]);
      expect(elsewhere.headers.get("idempotent-replayed")).toBe("true");
      expect(await database.query("SELECT 1 FROM tasks WHERE room_id = $1 AND title = 'Once'", [roomId])).toHaveLength(
        1,
      );
    });

    test("another request under the same key is a mismatch", async () => {
      const { member, room, taskId } = await createScene();
      const key = { "idempotency-key": "k" };
      await post(member, `${room}/messages`, { body: "One" }, key);
      for (const answer of [
        await post(member, `${room}/messages`, { body: "Two" }, key),
        await post(member, `${room}/tasks`, { title: "One" }, key),
        await patch(member, `${room}/tasks/${taskId}`, { title: "One" }, key),
      ])
        expect([outcome(answer), answer.json.error.details]).toEqual([
          "409 idempotency_conflict",
          { reason: "mismatch" },
        ]);
    });

    test("after 24 hours the result is gone, and the write is not done again", async () => {
      const { member, room, roomId, userId } = await createScene();
      const key = { "idempotency-key": "old" };
      await post(member, `${room}/messages`, { body: "One" }, key);
      await database.query("UPDATE idempotency_keys SET created_at = $2 WHERE user_id = $1", [
        userId,
        new Date(Date.now() - 24 * 60 * 60 * 1000),
      ]);
      // The other door has not seen this key, and must not find it fresh.
      const response = await fetch(`${door === "front" ? nextDoor.baseUrl : demo.baseUrl}${room}/messages`, {
        method: "POST",
        headers: { ...member.headers, ...key, "content-type": "application/json" },
        body: JSON.stringify({ body: "One" }),
      });
      const { error } = (await response.json()) as Answer["json"];
      expect([response.status, error.code, error.details]).toEqual([
        409,
        "idempotency_conflict",
        { reason: "result_unavailable" },
      ]);
      expect(await database.query("SELECT 1 FROM messages WHERE room_id = $1 AND body = 'One'", [roomId])).toHaveLength(
        1,
      );
    });

    test("two people, or two apps of one person, do not share a key", async () => {
      const { member, room, userId, billingEntityId, organizationId } = await createScene();
      const other = await tokenHolder({ userId, billingEntityId, organizationId });
      const key = { "idempotency-key": "k" };
      const [one, two] = [
        await post(member, `${room}/messages`, { body: "Hi" }, key),
        await post(other, `${room}/messages`, { body: "Hi" }, key),
      ];
      expect([one.status, two.status]).toEqual([201, 201]);
      expect(one.json.id).not.toBe(two.json.id);
    });

    test("a key has 1 to 255 characters", async () => {
      const { member, room } = await createScene();
      const send = (key: string) => post(member, `${room}/messages`, { body: "Hi" }, { "idempotency-key": key });
      expect(outcome(await send("k".repeat(255)))).toBe("201");
      const answer = await send("k".repeat(256));
      expect([outcome(answer), issuePaths(answer)]).toEqual(["400 validation_error", ["Idempotency-Key"]]);
      expect(outcome(await send(""))).toBe("400 validation_error");
    });
  });

  describe("HTTP", () => {
    test("HEAD is GET without the body", async () => {
      const user = await world.user();
      const key = await world.apiKey({ userId: user.id, billingEntityId: user.billingEntityId });
      const holder = keyHolder(key, { userId: user.id });
      const answer = await ask(holder, "/v1/me", { method: "HEAD" });
      expect([answer.status, answer.text, ownHeaders(answer)]).toEqual([200, "", SUCCESS_HEADERS]);
      const missing = await ask(nobody(), "/v1/nothing", { method: "HEAD" });
      expect([missing.status, missing.text]).toEqual([404, ""]);
    });

    test.each([
      ["/v1/me", "GET, HEAD, OPTIONS"],
      ["/v1/rooms/room_1/messages", "GET, HEAD, POST, OPTIONS"],
      ["/v1/rooms/room_1/tasks/task_1", "PATCH, OPTIONS"],
    ])("%s allows %s", async (target, allow) => {
      const options = await ask(nobody(), target, { method: "OPTIONS" });
      expect([options.status, options.headers.get("allow"), options.text]).toEqual([204, allow, ""]);
      for (const method of ["PUT", "DELETE", "POST", "PATCH", "GET"].filter(
        (candidate) => !allow.includes(candidate),
      )) {
        const answer = await ask(nobody(), target, { method });
        expect([outcome(answer), answer.headers.get("allow")]).toEqual(["405 validation_error", allow]);
        expect(ownHeaders(answer)).toEqual([...BASE_HEADERS, "allow"].sort());
      }
    });

    test.each(["/v1", "/v1/nothing", "/v1/me/x", "/v1/rooms/room_1", "/v1/rooms/room_1/secrets", "/v1?x=1", "/v1/ME"])(
      "%s is not there, in JSON",
      async (target) => {
        for (const method of ["GET", "POST", "DELETE", "OPTIONS"])
          expect([method, outcome(await ask(nobody(), target, { method }))]).toEqual([method, "404 not_found"]);
      },
    );

    test("a request id is echoed when it is of the form, and replaced when it is not", async () => {
      for (const id of ["a", `Az09._:-${RUN}${door}`, `${RUN}${door}`.padEnd(128, "x")]) {
        const answer = await ask(nobody(), "/v1/nothing", { headers: { "x-request-id": id } });
        expect([answer.headers.get("x-request-id"), answer.json.error.requestId]).toEqual([id, id]);
      }
      for (const id of ["", "with space", "x".repeat(129), "<script>", 'a"b', "é"]) {
        const answer = await ask(nobody(), "/v1/nothing", { headers: { "x-request-id": id } });
        const made = answer.headers.get("x-request-id") ?? "";
        expect(made).toMatch(/^req_[0-9a-z]{26}$/);
        expect(await database.query("SELECT route, status FROM audit_log WHERE request_id = $1", [made])).toEqual([
          { route: "unmatched", status: 404 },
        ]);
      }
    });
  });

  describe("limits", () => {
    const monthEnd = () =>
      new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1)).toISOString();

    test("a success tells what is left, by exactly these headers", async () => {
      const user = await world.user();
      const key = await world.apiKey({ userId: user.id, billingEntityId: user.billingEntityId });
      const answer = await ask(keyHolder(key, { userId: user.id }), "/v1/me");
      expect(ownHeaders(answer)).toEqual(SUCCESS_HEADERS);
      const { "ratelimit-reset": reset, ...headers } = Object.fromEntries(
        [...answer.headers].filter(([header]) => !TRANSPORT.includes(header)),
      );
      expect(headers).toEqual({
        "cache-control": "no-store",
        "content-type": "application/json; charset=utf-8",
        "x-content-type-options": "nosniff",
        "x-request-id": answer.headers.get("x-request-id"),
        "ratelimit-limit": "120",
        "ratelimit-remaining": "119",
        "ratelimit-policy": "120;w=60",
        "svc-ratelimit-scope": "api_key",
        "svc-ratelimit-subject": key.id,
        "svc-api-units-limit": "20000",
        "svc-api-units-remaining": "19999",
        "svc-api-units-used": "1",
        "svc-api-units-cost": "1",
        "svc-api-units-reset": monthEnd(),
      });
      expect(Number(reset)).toBeGreaterThanOrEqual(1);
      expect(Number(reset)).toBeLessThanOrEqual(60);
    });

    test("a write is counted by its own window, and costs 3", async () => {
      const scene = await createScene();
      const { headers } = await post(scene.member, `${scene.room}/messages`, { body: "Hi" });
      expect(
        [
          "ratelimit-limit",
          "ratelimit-remaining",
          "ratelimit-policy",
          "svc-ratelimit-scope",
          "svc-ratelimit-subject",
        ].map((h) => headers.get(h)),
      ).toEqual(["30", "29", "30;w=60", "endpoint", scene.userId]);
      expect(["limit", "remaining", "used", "cost"].map((h) => headers.get(`svc-api-units-${h}`))).toEqual([
        "1000000",
        "999997",
        "3",
        "3",
      ]);
    });

    test("an unlimited plan leaves the units' limit out", async () => {
      const scene = await createScene({ plan: "UNLIMITED" });
      const answer = await ask(scene.member, "/v1/me");
      const absent = ["svc-api-units-limit", "svc-api-units-remaining"];
      expect(ownHeaders(answer)).toEqual(SUCCESS_HEADERS.filter((header) => !absent.includes(header)));
      expect(answer.headers.get("svc-api-units-used")).toBe("1");
    });

    test("the month's units are used up: 429, charged to nobody", async () => {
      const scene = await createScene({ seats: 2 });
      await world.useUpUnits(scene.billingEntityId, 39_998);
      const answer = await post(scene.member, `${scene.room}/messages`, { body: "No" });
      expect([outcome(answer), answer.json.error.details]).toEqual([
        "429 api_units_exceeded",
        { kind: "monthly_units", limit: 40_000, remaining: 2, resetAt: monthEnd() },
      ]);
      expect(ownHeaders(answer)).toEqual([...SUCCESS_HEADERS, "retry-after"].sort());
      expect(["limit", "remaining", "used", "cost"].map((h) => answer.headers.get(`svc-api-units-${h}`))).toEqual([
        "40000",
        "2",
        "39998",
        "0",
      ]);
      const waitMs = Number(answer.headers.get("retry-after")) * 1000 - (Date.parse(monthEnd()) - Date.now());
      expect(Math.abs(waitMs)).toBeLessThan(10_000);
      // A read still fits.
      expect(outcome(await ask(scene.member, `${scene.room}/messages`))).toBe("200");
    });

    test("a person's 31st write of a minute: 429, and nothing is taken from the other windows", {
      timeout: 90_000,
    }, async () => {
      const scene = await createScene();
      const leftMs = 60_000 - (Date.now() % 60_000);
      if (leftMs < 10_000) await new Promise((resolve) => setTimeout(resolve, leftMs + 50));
      for (let n = 0; n < 30; n += 1)
        expect(outcome(await post(scene.member, `${scene.room}/messages`, { body: `${n}` }))).toBe("201");
      const answer = await post(scene.member, `${scene.room}/messages`, { body: "No" });
      const retryAfterSeconds = Number(answer.headers.get("retry-after"));
      expect([outcome(answer), answer.json.error.details]).toEqual([
        "429 rate_limit_exceeded",
        { kind: "burst", scope: "endpoint", retryAfterSeconds },
      ]);
      expect(retryAfterSeconds).toBe(Number(answer.headers.get("ratelimit-reset")));
      expect(ownHeaders(answer)).toEqual([...SUCCESS_HEADERS, "retry-after"].sort());
      expect([answer.headers.get("ratelimit-remaining"), answer.headers.get("svc-api-units-cost")]).toEqual(["0", "0"]);
      expect((await ask(scene.member, "/v1/rooms")).headers.get("ratelimit-remaining")).toBe("89");
    });
  });

  test("each of these requests has its row in the audit", async () => {
    const rows = await database.query<{
      request_id: string;
      billing_entity_id: string | null;
      duration_ms: number;
      surface: string;
    }>(
      `SELECT request_id, surface, method, route, status, units_cost, auth_method, actor_type, actor_id, user_id, organization_id,
         api_key_id, external_token_id FROM audit_log WHERE request_id LIKE $1`,
      [`${RUN}-${door}-%`],
    );
    expect(expectedAudit.size).toBeGreaterThan(200);
    expect(rows).toHaveLength(expectedAudit.size);
    for (const { request_id: id, ...row } of rows)
      expect({ id, ...row }).toEqual({ id, surface: "v1", ...expectedAudit.get(id) });
  });
});
