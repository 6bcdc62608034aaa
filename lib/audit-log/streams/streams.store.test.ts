import { createHmac } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { outlastForeignTransactions } from "../../../e2e/support/scenes/watched-database";
import { createWorld } from "../../../e2e/support/scenes/world";
import { type Receiver, startReceiver } from "../../../e2e/support/servers/receiver";
import { type S3Server, startS3Server } from "../../../e2e/support/servers/s3-server";
import { openOwner } from "../../access/open-owner";
import { MANAGER_ROLE, MEMBER_ROLE } from "../../access/roles";
import { recordActionAlone } from "../../audit/record-action";
import { ensureAuditPartitions } from "../../audit/retention";
import { createStream } from "./create";
import { deleteStream } from "./delete";
import { drainStreams, eraseUnsentRows } from "./drain";
import { openStream } from "./open-stream";
import { pauseStream, resumeStream } from "./pause";
import { readStream } from "./queries";
import { sendTestRow } from "./send-test";
import { AUDIT_STREAM_BATCH_ROWS } from "./stream-limits";

const database = useTestDatabase();
const world = createWorld(database);
let receiver: Receiver;
let s3: S3Server;
let personId: string;
let entityId: string;

beforeAll(async () => {
  await ensureAuditPartitions();
  [receiver, s3] = [await startReceiver(), await startS3Server()];
});
afterAll(async () => {
  await receiver.close();
  await s3.close();
});
beforeEach(async () => {
  await database.query("DELETE FROM audit_streams");
  receiver.received.length = 0;
  s3.objects.clear();
  const person = await world.user();
  [personId, entityId] = [person.id, person.billingEntityId];
});

const ownArea = () => openOwner(personId, personId);
const toHttps = async (path = "/200", format: "ndjson" | "ocsf" = "ndjson") =>
  createStream(await ownArea(), { kind: "https", format, url: receiver.url + path });
const toBucket = async (changes: object = {}) =>
  createStream(await ownArea(), {
    kind: "s3",
    format: "ndjson",
    url: s3.variables["SVC_FILES_S3_ENDPOINT"] ?? "",
    bucket: "svc-files",
    region: "eu-test-1",
    prefix: "/logs/svc/",
    accessKeyId: "AKIDTEST",
    secretAccessKey: "not/a+secret",
    ...changes,
  });

async function drain(): Promise<void> {
  await outlastForeignTransactions(database);
  for (let round = 0; round < 50; round += 1) if (await drainStreams()) return;
}

const makeDue = () =>
  database.query("UPDATE audit_streams SET claimed_until = NULL, next_attempt_at = now() - interval '1 s'");
const INSERT = `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id)
  SELECT now(), $2 || n, 'v1', 'GET', '/v1/me', 200, $1 FROM generate_series(1, $3) n`;
const request = (name: string, rows = 1, entity = entityId) => database.query(INSERT, [entity, name, rows]);

interface Line {
  cursor: string;
  requestId: string;
  route: string;
}
const read = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
const received = () => receiver.received.flatMap(({ body }) => read(body.toString()));
const requestIds = () =>
  received()
    .filter(({ route }) => route === "/v1/me")
    .map(({ requestId }) => requestId);

describe("a destination", () => {
  test("gets signed batches of what happened since the stream was made, its making first", async () => {
    await request("before");
    const { id, signingSecret } = await toHttps();
    await request("after", 3);
    await drain();
    expect(received().map(({ route }) => route)).toEqual(["audit_stream.create", "/v1/me", "/v1/me", "/v1/me"]);
    const [batch] = receiver.received;
    if (!batch) throw new Error("Nothing came.");
    const { headers, body } = batch;
    const signed = createHmac("sha256", signingSecret ?? "")
      .update(`${String(headers["svc-webhook-timestamp"])}.`)
      .update(body);
    expect(headers["svc-webhook-signature"]).toBe(`v1=${signed.digest("hex")}`);
    expect(headers).toMatchObject({
      "svc-audit-stream": id,
      "svc-audit-rows": "4",
      "content-type": "application/x-ndjson",
    });
    const stream = await readStream(await openStream(personId, id));
    expect(stream).toMatchObject({ state: "active", sentRows: 4, backlog: { rows: 0, oldest: null } });
    await drain();
    expect(received()).toHaveLength(4);
  });

  test("gets full batches, in order, each row once", async () => {
    await toHttps();
    const rows = 2 * AUDIT_STREAM_BATCH_ROWS + 7;
    await request("many", rows);
    await drain();
    expect(requestIds()).toEqual(Array.from({ length: rows }, (_, n) => `many${n + 1}`));
    expect(receiver.received.length).toBe(3);
  });

  test("overwrites the object of a batch that is sent again", async () => {
    await toBucket();
    await request("object", 5);
    await drain();
    const names = [...s3.objects.keys()];
    expect(names).toEqual([
      expect.stringMatching(/^logs\/svc\/\d{4}\/\d\d\/\d\d\/audit-\d{8}T\d{6}\.\d{3}Z-\d+\.ndjson$/),
    ]);
    expect(read(s3.objects.get(names[0] ?? "")?.bytes.toString() ?? "")).toHaveLength(6);
  });

  test("reports wrong keys of a bucket", async () => {
    const { id } = await toBucket({ secretAccessKey: "wrong-secret-key" });
    await drain();
    const stream = await readStream(await openStream(personId, id));
    expect(stream).toMatchObject({ state: "failing", lastError: "status_403 SignatureDoesNotMatch" });
    expect(s3.objects.size).toBe(0);
  });
});

test("no row of a transaction that commits late is skipped", async () => {
  await toHttps();
  const late = new pg.Client({ connectionString: database.url });
  await late.connect();
  await late.query("BEGIN");
  await late.query(INSERT, [entityId, "late", 1]);
  await request("early");
  await drain();
  expect(requestIds()).not.toContain("late1");
  await late.query("COMMIT");
  await late.end();
  await drain();
  await makeDue();
  await drain();
  expect(requestIds().sort()).toEqual(["early1", "late1"]);
});

describe("a destination that fails", () => {
  test("gets the same rows later, and the screen knows why", async () => {
    const { id } = await toHttps("/flaky-2");
    await request("again", 2);
    const drainedMs = Date.now();
    await drain();
    const access = await openStream(personId, id);
    const failing = await readStream(access);
    expect(failing).toMatchObject({ state: "failing", lastError: "status_503", backlog: { rows: 3 } });
    expect(failing.nextAttemptAt.getTime()).toBeGreaterThan(drainedMs + 5_000);
    for (let turn = 0; turn < 3; turn += 1) {
      await makeDue();
      await drain();
    }
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers["svc-webhook-id"])).size).toBe(1);
    expect(await readStream(access)).toMatchObject({ state: "active", sentRows: 3, failingSince: null });
  });

  test("is paused after a day, keeps its rows, and goes on when it is resumed", async () => {
    const { id } = await toHttps("/503");
    const access = await openStream(personId, id);
    await drain();
    await database.query("UPDATE audit_streams SET failing_since = now() - interval '25 hours'");
    await makeDue();
    await drain();
    expect(await readStream(access)).toMatchObject({ state: "paused", pausedReason: "failing" });
    await request("meanwhile");
    await database.query("UPDATE audit_streams SET url = $1", [`${receiver.url}/200`]);
    receiver.received.length = 0;
    await drain();
    expect(received()).toEqual([]);
    await resumeStream(access);
    await drain();
    expect(received().map(({ route }) => route)).toEqual([
      "audit_stream.create",
      "audit_stream.pause",
      "/v1/me",
      "audit_stream.resume",
    ]);
  });

  test("loses rows after seven days alone, and their number is shown", async () => {
    const { id } = await toHttps("/503");
    await request("old", 3);
    await drain();
    await database.query("UPDATE audit_stream_rows SET at = at - interval '167 hours'");
    await eraseUnsentRows();
    const access = await openStream(personId, id);
    expect(await readStream(access)).toMatchObject({ lostRows: 0, backlog: { rows: 4 } });
    await database.query("UPDATE audit_stream_rows SET at = at - interval '2 hours'");
    await eraseUnsentRows();
    expect(await readStream(access)).toMatchObject({ lostRows: 4, backlog: { rows: 0 } });
  });
});

describe("who may stream", () => {
  test("a person who loses the role stops the stream, and another manager resumes it without a gap", async () => {
    const { id: organizationId, billingEntityId } = await world.organization();
    const other = await world.user();
    for (const userId of [personId, other.id]) await world.join(organizationId, userId, MANAGER_ROLE);
    const owner = await openOwner(personId, organizationId);
    const { id } = await createStream(owner, { kind: "https", format: "ndjson", url: `${receiver.url}/200` });
    await database.query("UPDATE organization_memberships SET role = $2 WHERE user_id = $1", [personId, MEMBER_ROLE]);
    await request("secret", 2, billingEntityId);
    await drain();
    expect(received()).toEqual([]);
    await expect(openStream(personId, id)).rejects.toMatchObject({ code: "not_found" });
    const access = await openStream(other.id, id);
    expect(await readStream(access)).toMatchObject({ state: "paused", pausedReason: "access" });
    await resumeStream(access);
    await drain();
    expect(requestIds()).toEqual(["secret1", "secret2"]);
  });

  test("no row of another area is sent", async () => {
    const stranger = await world.user();
    await toHttps();
    await request("foreign", 50, stranger.billingEntityId);
    await request("own");
    await database.query(INSERT, [null, "service", 3]);
    await drain();
    expect(requestIds()).toEqual(["own1"]);
    await database.query(
      `INSERT INTO audit_stream_rows (stream_id, at, audit_id)
       SELECT (SELECT id FROM audit_streams), at, id FROM audit_log WHERE billing_entity_id = $1`,
      [stranger.billingEntityId],
    );
    await makeDue();
    await drain();
    expect(requestIds()).toEqual(["own1"]);
  });

  test("nobody opens the stream of another area", async () => {
    const { id } = await toHttps();
    await expect(openStream((await world.user()).id, id)).rejects.toMatchObject({ code: "not_found" });
  });
});

test("logs each change without its secret", async () => {
  const { id, signingSecret } = await toHttps("/200/path-that-is-secret");
  const access = await openStream(personId, id);
  expect(await sendTestRow(access)).toBeNull();
  expect(receiver.received[0]?.headers["svc-audit-test"]).toBe("true");
  await pauseStream(access);
  await pauseStream(access);
  await resumeStream(access);
  await deleteStream(access);
  const rows = await database.query<{ route: string; text: string }>(
    "SELECT route, a::text AS text FROM audit_log a WHERE resource_id = $1 ORDER BY id",
    [id],
  );
  const acts = ["create", "test", "pause", "resume", "delete"];
  expect(rows.map(({ route }) => route)).toEqual(acts.map((act) => `audit_stream.${act}`));
  for (const { text } of rows) expect(text).not.toMatch(/whsec|path-that-is-secret/);
  expect(signingSecret).toMatch(/^whsec_/);
});

test("secrets are stored sealed", async () => {
  const { signingSecret } = await toHttps();
  await toBucket();
  const rows = await database.query<{ text: string }>("SELECT s::text AS text FROM audit_streams s");
  expect(rows).toHaveLength(2);
  for (const { text } of rows) {
    expect(text).not.toContain(signingSecret);
    expect(text).not.toContain("not/a+secret");
  }
});

test("two processes share the work", async () => {
  await toHttps();
  await request("shared", 40);
  await Promise.all([drain(), drain(), drain()]);
  expect(new Set(requestIds()).size).toBe(40);
  expect(requestIds()).toHaveLength(40);
});

test("a stream that begins late reads nothing of before", async () => {
  await recordActionAlone({ name: "room.create", userId: personId, resourceId: null, scope: "own area" });
  await request("before", 10);
  vi.useRealTimers();
  await toHttps();
  await drain();
  expect(requestIds()).toEqual([]);
});
