import { setTimeout as sleep } from "node:timers/promises";
import { createArchiveScene, monthBefore } from "../support/scenes/archive-scene";
import { kill, startKillable } from "../support/servers/child-process";
import { archiveVariables } from "../support/servers/s3-server";
import type { Fault } from "./fault";
import type { Scene, Variables } from "./scene";
import { ask, type Call } from "./traffic";

const FILED = monthBefore(20);
const ROWS_A_PERSON = 40;
/** More than a page of the newest rows has. */
const NEW_ROWS_A_PERSON = 80;
const NIGHTS_MAX = 10;

/** Behind the proxy of the store, under keys of their own. */
const readVariables = ({ s3, proxies }: Scene): Variables => ({
  ...archiveVariables(s3, "audit/"),
  SVC_ARCHIVE_S3_ENDPOINT: `http://127.0.0.1:${proxies.s3.port}`,
});

async function runNight(scene: Scene): Promise<void> {
  const env = { ...readVariables(scene), SVC_DATA_DIR: scene.directory };
  const child = await startKillable("archive", scene.database.url, env);
  await new Promise<void>((ended) => {
    child.on("message", (message) => message === "done" && ended());
    child.once("exit", () => ended());
  });
  await kill(child);
}

async function hasLeft({ database }: Scene, { name }: typeof FILED): Promise<boolean> {
  const [found] = await database.query<{ left: boolean }>(
    "SELECT count(*) = 1 AS left FROM audit_archives WHERE file LIKE 'audit-' || $1 || '-%' AND left_at IS NOT NULL",
    [name],
  );
  return found?.left ?? false;
}

/** The next nights come one after the other. */
async function runNightsUntilLeft(scene: Scene, month: typeof FILED): Promise<void> {
  for (let night = 0; night < NIGHTS_MAX; night += 1) {
    await runNight(scene);
    if (await hasLeft(scene, month)) return;
    await scene.database.query("UPDATE audit_archiving SET held_until = now() - interval '1 second'");
    await sleep(1_000);
  }
  throw new Error(`${month.name} has not left PostgreSQL.`);
}

async function listAreas({ database }: Scene): Promise<string[]> {
  const people = await database.query<{ id: string }>("SELECT billing_entity_id AS id FROM users");
  return people.map(({ id }) => id);
}

async function write(scene: Scene, month: typeof FILED): Promise<number> {
  const archive = createArchiveScene(scene.database);
  await archive.makePartition(month);
  const areas = await listAreas(scene);
  await archive.write(month.from, month.until, areas.length * ROWS_A_PERSON, areas);
  return areas.length * ROWS_A_PERSON;
}

/** Otherwise the page of a person with few rows would need the archive. */
async function fillNewestPage(scene: Scene): Promise<void> {
  const areas = await listAreas(scene);
  const month = monthBefore(0);
  await createArchiveScene(scene.database).write(month.from, new Date(), areas.length * NEW_ROWS_A_PERSON, areas);
}

/** An old page, a proof of that time, and the newest page, which needs no archive. */
async function readOldAndNew({ web, traffic }: Scene): Promise<Call[]> {
  const { cookie } = traffic;
  const read = (path: string) => ask("page", `${web.baseUrl}/${path}`, { headers: { cookie } });
  const [until, middle] = [FILED.until.getTime(), (FILED.from.getTime() + FILED.until.getTime()) / 2];
  return Promise.all([
    read(`settings/developer/audit-log?after=${until}.1`),
    read(`api/audit/proofs?row=${middle}.1`),
    read("settings/developer/audit-log"),
  ]);
}

const WELL = [[200], [200], [200]];
/** A page whose frame was sent before the store was given up shows in it that it failed. */
const WHILE_AWAY = [[503, 200], [503], [200]];

function requireOutcomes(calls: readonly Call[], expected: readonly (readonly number[])[]): void {
  const outcomes = calls.map(({ outcome }) => outcome);
  if (expected.some((allowed, at) => !allowed.includes(Number(outcomes[at]))))
    throw new Error(`Pages, proofs and newest pages were ${outcomes.join()}: ${calls[0]?.text.slice(0, 200)}`);
}

/**
 * A month is in the bucket, and the next one is on its way when the fault begins: at the first request that sends it. `answer`
 * is the store's answer to this one and all others.
 */
function atArchive(
  name: string,
  leaving: typeof FILED,
  answer: (scene: Scene, over: Promise<unknown>) => unknown,
): Fault {
  let end: () => void = () => undefined;
  let night: Promise<void> = Promise.resolve();
  let written = 0;
  return {
    name,
    holdMs: 20_000,
    readVariables,
    async prepare(scene) {
      if (!(await hasLeft(scene, FILED))) {
        await write(scene, FILED);
        await runNightsUntilLeft(scene, FILED);
        await fillNewestPage(scene);
      }
      written = await write(scene, leaving);
      requireOutcomes(await readOldAndNew(scene), WELL);
    },
    async begin(scene) {
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      const sending = new Promise<void>((resolve) => {
        scene.s3.before = (request) => {
          if (!/^(PUT|POST) audit\//.test(request)) return undefined;
          scene.s3.before = () => answer(scene, over);
          resolve();
          return answer(scene, over);
        };
      });
      night = runNight(scene);
      await sending;
    },
    async probe(scene) {
      const calls = await readOldAndNew(scene);
      requireOutcomes(calls, WHILE_AWAY);
      return calls;
    },
    async end(scene) {
      scene.s3.before = () => undefined;
      await scene.proxies.s3.set({ kind: "clear" });
      end();
      await night;
      await runNightsUntilLeft(scene, leaving);
      const [entered] = await scene.database.query<{ file: string; rows: number; bytes: number }>(
        "SELECT file, rows::int, bytes::int FROM audit_archives WHERE from_at = $1 AND left_at IS NOT NULL",
        [leaving.from],
      );
      const kept = scene.s3.objects.get(`audit/${entered?.file}`)?.bytes.length;
      if (entered?.rows !== written || kept !== entered.bytes)
        throw new Error(`Of ${written} rows the archive has ${entered?.rows}, and of ${entered?.bytes} bytes ${kept}.`);
      requireOutcomes(await readOldAndNew(scene), WELL);
    },
    says: { role: "web", words: /the archive of the audit log cannot be reached/ },
  };
}

export const ARCHIVE_FAULTS: readonly Fault[] = [
  atArchive("Archive's bucket hung", monthBefore(16), (_scene, over) => over.then(() => 503)),
  atArchive("Archive's bucket answers 500", monthBefore(15), () => 500),
  atArchive("Archive's bucket gone", monthBefore(14), async ({ proxies }, over) => {
    await proxies.s3.set({ kind: "refusing" });
    await over;
    return 503;
  }),
];
