import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createArchiveScene, monthBefore } from "../../e2e/support/scenes/archive-scene";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { createWorld } from "../../e2e/support/scenes/world";
import { archiveVariables, type S3Server, startS3Server } from "../../e2e/support/servers/s3-server";
import { Verifier } from "../../packages/audit-verifier/src/verifier";
import { archiveOldMonths } from "../audit/archive/archive-log";
import { compareKeys } from "../audit/archive/find-archived";
import { findProof } from "../audit/archive/find-proof";
import { BrokenArchive } from "../audit/archive/store/archive-store";
import { readKeys } from "../audit/proof/read-log";
import { closeDatabase } from "../db/pool";
import { now } from "../platform/clock";
import { type AuditQuery, readAuditQuery, writeAuditCursor } from "./audit-filter";
import { type ExportFormat, exportAudit } from "./export-audit";
import { findAuditRows } from "./find-rows";
import { type AuditEntry, findAuditEntry, listAudit } from "./list-audit";
import { type AuditAccess, openAudit } from "./open-audit";
import { readAuditPage } from "./read-audit-page";

const database = useTestDatabase();
const world = createWorld(database);
const scene = createArchiveScene(database);
const [OLDER, NEWER, HOT] = [monthBefore(15), monthBefore(14), monthBefore(13)];
const ROWS = 500;
const unfiltered = readAuditQuery(() => "");
const areas: AuditAccess[] = [];

const FILTERS: [string, Partial<AuditQuery>][] = [
  ["everything", {}],
  ["acts", { kind: "acts" }],
  ["acts of one name", { act: "api_key.create" }],
  ["acts that nobody did", { act: "api_key.revoke" }],
  ["one surface", { kind: "mcp" }],
  ["refused ones", { outcome: "refused" }],
  ["refused acts", { kind: "acts", outcome: "refused" }],
  ["one person's", { q: "usr_7" }],
  ["nobody's", { q: "usr_none" }],
];
const FORMATS: ExportFormat[] = ["csv", "ndjson", "proof"];

async function listPages(access: AuditAccess, query: Partial<AuditQuery>, limit: number): Promise<AuditEntry[]> {
  const all: AuditEntry[] = [];
  let after: Awaited<ReturnType<typeof listAudit>>["next"] = null;
  do {
    const { entries, next } = await listAudit(access, { ...unfiltered, ...query }, after, limit);
    all.push(...entries);
    after = next;
  } while (after !== null);
  return all;
}

async function exportText(access: AuditAccess, format: ExportFormat): Promise<string> {
  let text = "";
  for await (const part of exportAudit(access, unfiltered, { format })) text += part;
  return text;
}

async function readArea(access: AuditAccess) {
  const lists = [];
  for (const [name, query] of FILTERS) lists.push([name, await listPages(access, query, 50)]);
  lists.push(["in short pages", await listPages(access, { kind: "acts" }, 7)]);
  const exports = [];
  for (const format of FORMATS) {
    const lines = (await exportText(access, format)).split("\n");
    exports.push([format, format === "proof" ? lines.filter(Boolean).map((line) => JSON.parse(line)) : lines]);
  }
  return { lists, exports };
}

const before = new Map<string, Awaited<ReturnType<typeof readArea>>>();
const archivedRows: AuditEntry[] = [];

beforeAll(async () => {
  const people = [await world.user(), await world.user(), await world.user()];
  const [one, two, admin] = people;
  if (!one || !two || !admin) throw new Error("There are no people.");
  await database.query("UPDATE users SET is_admin = true WHERE id = $1", [admin.id]);
  await scene.makePartition(OLDER);
  await scene.makePartition(NEWER);
  // Each area has rows on both sides of both month boundaries.
  const entities = [one.billingEntityId, two.billingEntityId, null];
  const seams = [OLDER.from, NEWER.from, NEWER.until, now()].map((at) => at.getTime());
  for (const [place, from] of seams.slice(0, -1).entries()) {
    const until = seams[place + 1] ?? 0;
    await scene.write(new Date(from), new Date(from), 3, entities);
    await scene.write(new Date(from + 1), new Date(until - 2), ROWS, entities);
    await scene.write(new Date(until - 1), new Date(until - 1), 3, entities);
  }
  await scene.sign(OLDER.from);
  areas.push(
    await openAudit({ id: one.id, isAdmin: false }, ""),
    await openAudit({ id: two.id, isAdmin: false }, ""),
    await openAudit({ id: admin.id, isAdmin: true }, "service"),
  );
  for (const access of areas) before.set(access.area, await readArea(access));
  archivedRows.push(...(await listPages(areas[0] as AuditAccess, {}, 200)).filter(({ at }) => at < HOT.from));
  await scene.open();
  resetShared();
  expect(await archiveOldMonths()).toEqual({ [OLDER.name]: "archived", [NEWER.name]: "archived" });
});
afterAll(() => scene.close());

const [mine, other] = [() => areas[0] as AuditAccess, () => areas[1] as AuditAccess];

test("reads archived months as before, in every list, page and export", async () => {
  expect([await scene.countRows(OLDER), await scene.countRows(NEWER)]).toEqual([0, 0]);
  expect(await scene.countRows(HOT)).toBeGreaterThan(0);
  for (const access of areas) expect(await readArea(access)).toEqual(before.get(access.area));
});

test("proves all rows, archived and younger", async () => {
  const key = (await readKeys())?.key ?? "";
  for (const access of areas) {
    const verifier = new Verifier({ key });
    const text = await exportText(access, "proof");
    for (const line of text.split("\n").filter(Boolean)) await verifier.takeLine(line);
    const { problems, provedRows } = verifier.finish();
    expect([problems, provedRows]).toEqual([[], (await listPages(access, {}, 200)).length]);
  }
});

describe("one archived row", () => {
  const row = () => archivedRows[3] as AuditEntry;

  test("is opened and proved by its link", async () => {
    expect(await findAuditEntry(mine(), row())).toEqual(row());
    expect(await findProof(mine(), row())).toMatchObject({ state: "proved" });
  });

  test("is found by its cursor, its number and the id of its request", async () => {
    const key = { at: row().at, id: row().id };
    for (const name of [writeAuditCursor(row()), row().id, row().requestId])
      expect(await findAuditRows(mine(), name)).toEqual([expect.objectContaining(key)]);
  });

  test("does not exist for another tenant, whatever names it", async () => {
    expect(await findAuditEntry(other(), row())).toBeNull();
    expect(await findProof(other(), row())).toBeNull();
    for (const name of [row().id, row().requestId]) expect(await findAuditRows(other(), name)).toEqual([]);
    expect(await listPages(other(), { q: row().requestId }, 50)).toEqual([]);
  });
});

test("lists a row that comes late to an archived month", async () => {
  const at = new Date(NEWER.from.getTime() + 3_600_000);
  await scene.write(at, at, 1, [mine().billingEntityId]);
  const listed = await listPages(mine(), {}, 50);
  const earlier = before.get(mine().area)?.lists[0]?.[1] as AuditEntry[];
  const late = listed.filter(({ id }) => !earlier.some((entry) => entry.id === id));
  expect(late.map((entry) => entry.at)).toEqual([at]);
  expect(listed.filter(({ id }) => id !== late[0]?.id)).toEqual(earlier);
  expect(listed).toEqual(listed.toSorted((a, b) => compareKeys(b, a)));
  expect(await archiveOldMonths()).toEqual({});
  expect(await listPages(mine(), {}, 50)).toEqual(listed);
  await database.query("DELETE FROM audit_log WHERE id = $1", [late[0]?.id]);
});

test("names a file with a changed byte instead of hiding its rows", async () => {
  const [archive] = await database.query<{ file: string; list: string; rows: string }>(
    `SELECT r.file, r.index_at AS list, r.rows FROM audit_archive_areas r JOIN audit_archives a ON a.file = r.file
     WHERE r.owner = $1 ORDER BY a.from_at LIMIT 1`,
    [mine().billingEntityId],
  );
  const path = join(scene.directory, archive?.file ?? "");
  const bytes = await readFile(path);
  // The hashes lie between the one block and the list of blocks.
  const list = Number(archive?.list);
  for (const place of [list - 32 * Number(archive?.rows) - 9, list + 20]) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    await writeFile(path, changed);
    const reading = listPages(mine(), {}, 50);
    await expect(reading).rejects.toBeInstanceOf(BrokenArchive);
    await expect(reading).rejects.toThrow(archive?.file);
    await expect(exportText(mine(), "csv")).rejects.toThrow(archive?.file);
    expect((await listPages(other(), {}, 50)).length).toBeGreaterThan(0);
  }
  await writeFile(path, bytes);
  expect((await readArea(mine())).lists).toEqual(before.get(mine().area)?.lists);
});

describe("in a bucket", () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3Server();
    for (const name of await readdir(scene.directory)) {
      const bytes = await readFile(join(scene.directory, name));
      s3.objects.set(`audit/${name}`, { bytes, type: "", modifiedAt: new Date(), checksum: null });
    }
    vi.stubEnv("SVC_ARCHIVE_DIR", undefined);
    for (const [name, value] of Object.entries(archiveVariables(s3, "audit/"))) vi.stubEnv(name, value);
    await closeDatabase();
    resetShared();
  });
  afterEach(() => {
    s3.before = () => undefined;
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await s3.close();
  });

  test("months are read as from a folder, in every list, page, export and proof", async () => {
    for (const access of areas) expect(await readArea(access)).toEqual(before.get(access.area));
    const row = archivedRows[3] as AuditEntry;
    expect(await findProof(mine(), row)).toMatchObject({ state: "proved" });
    for (const name of [row.id, row.requestId])
      expect(await findAuditRows(mine(), name)).toEqual([expect.objectContaining({ id: row.id })]);
    expect(s3.requests.length).toBeGreaterThan(0);
  });

  test("requests only blocks that may match a search", async () => {
    s3.requests.length = 0;
    expect(await listPages(mine(), { act: "api_key.revoke" }, 50)).toEqual([]);
    expect(s3.requests.map((request) => request.split(" ")[0])).toEqual(["GET", "GET"]);
  });

  test.each([503, 403])("treats %i as unreachable and serves newer months", async (status) => {
    s3.before = () => status;
    const away = { code: "internal_error", isAway: true, message: expect.stringContaining("the archive of the audit") };
    await expect(listPages(mine(), {}, 50)).rejects.toMatchObject(away);
    const { at, id } = archivedRows[3] as AuditEntry;
    await expect(
      readAuditPage(mine(), unfiltered, { after: { at, id }, opened: null, exported: null, limit: 50 }),
    ).rejects.toMatchObject(away);
    await expect(findProof(mine(), { at, id })).rejects.toMatchObject(away);
    expect((await listAudit(mine(), unfiltered, null, 50)).entries).toHaveLength(50);
  });

  test("names a missing file", async () => {
    const [[name, object] = []] = [...s3.objects];
    if (name === undefined || object === undefined) throw new Error("The bucket is empty.");
    s3.objects.delete(name);
    const reading = listPages(mine(), {}, 50);
    await expect(reading).rejects.toBeInstanceOf(BrokenArchive);
    await expect(reading).rejects.toThrow(name.replace("audit/", ""));
    s3.objects.set(name, object);
  });
});
