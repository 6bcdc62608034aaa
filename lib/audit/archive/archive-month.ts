import { randomBytes } from "node:crypto";
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PoolClient } from "pg";
import { changePartitions } from "../../db/change-partitions";
import { shareHolds } from "../../db/end-partition";
import { query, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { AppError } from "../../platform/errors";
import { log } from "../../platform/log";
import { READ_TREE } from "../proof/log.sql";
import type { Signer } from "../proof/note";
import {
  ANNOUNCE_ARCHIVE,
  DISCARD_ARCHIVE,
  ENTER_ARCHIVE,
  ENTER_AREA,
  FIND_ARCHIVE,
  FIND_HELD_SPAN,
  LOCK_ARCHIVING,
} from "./archives.sql";
import { removeFile } from "./remove-unused";
import type { ArchiveStore } from "./store/archive-store";
import { type ArchiveReport, verifyArchive, verifyOpened } from "./verify-archive";
import { type Month, type WrittenArchive, writeArchive } from "./write-archive";

const COUNT_TIMEOUT = "30min";

/**
 * `unsigned`: a row is not in the log yet. `changed`: rows changed after the file was written; the next night writes it
 * again.
 */
export type Outcome = "archived" | "held" | "unsigned" | "changed";

export type Step = "announced" | "written" | "verified" | "named" | "entered" | "dropping" | "left";

export interface Archiving {
  holder: string;
  store: ArchiveStore;
  signers: readonly Signer[];
  reach?: (step: Step) => Promise<void>;
}

/**
 * Each file has a row before it exists, so a killed process leaves no unknown file. The partition is dropped in the
 * transaction that marks the month as left.
 */
export async function archiveMonth(archiving: Archiving, month: Month): Promise<Outcome> {
  const [held] = await query(FIND_HELD_SPAN, { from: month.from, until: month.until });
  if (held) return "held";
  const [found] = await query(FIND_ARCHIVE, { from: month.from });
  if (found?.leftAt) return "archived";
  if (found) {
    // An earlier process entered the file and ended, or a hold kept the rows, perhaps long ago.
    const isWhole = await isStillWhole(archiving.store, found.file);
    if (!isWhole) {
      await query(DISCARD_ARCHIVE, { file: found.file, now: now() });
      return "changed";
    }
  } else {
    const outcome = await makeArchive(archiving, month);
    if (outcome !== "archived") return outcome;
  }
  const outcome = await changePartitions((client) => dropArchived(client, archiving, month));
  await archiving.reach?.("left");
  return outcome;
}

async function makeArchive({ holder, store, signers, reach }: Archiving, month: Month): Promise<Outcome> {
  const name = `audit-${month.name}-${randomBytes(8).toString("hex")}.svcaudit`;
  const part = join(store.workFolder, `${name}.part`);
  await mkdir(store.workFolder, { recursive: true, mode: 0o700 });
  await query(ANNOUNCE_ARCHIVE, { name, from: month.from, until: month.until, now: now() });
  await reach?.("announced");
  const written = await writeArchive(part, month, signers);
  await reach?.("written");
  if (await hasWaiting(written)) {
    await removeFile(store, name);
    return "unsigned";
  }
  await requireWhole(part, (key) => verifyArchive(part, key));
  await reach?.("verified");
  const { size } = await stat(part);
  await store.save(part, name);
  await reach?.("named");
  const isEntered = await enterArchive(holder, name, written, size);
  await reach?.("entered");
  if (isEntered) return "archived";
  await removeFile(store, name);
  return "changed";
}

async function hasWaiting({ newestUnsigned }: WrittenArchive): Promise<boolean> {
  if (newestUnsigned === null) return false;
  const [tree] = await query(READ_TREE);
  return !tree || newestUnsigned >= BigInt(tree.tailTransactionId);
}

async function requireWhole(file: string, verify: (key: string) => Promise<ArchiveReport>): Promise<void> {
  const [tree] = await query(READ_TREE);
  const { problems } = await verify(tree?.verifierKey ?? "");
  if (problems.length > 0) throw new Error(`${file} is not as it was written: ${problems.join(" ")}`);
}

async function isStillWhole(store: ArchiveStore, file: string): Promise<boolean> {
  await mkdir(store.workFolder, { recursive: true, mode: 0o700 });
  try {
    const scratch = join(store.workFolder, `${file}.hashes`);
    await requireWhole(file, async (key) => verifyOpened(await store.open(file), key, scratch));
    return true;
  } catch (error) {
    // An unreachable store says nothing about its files.
    if (error instanceof AppError && error.isAway) throw error;
    log().error({ error, file }, "a file of the audit log's archive is written again");
    return false;
  }
}

function enterArchive(
  holder: string,
  name: string,
  { rows, idSum, areas }: WrittenArchive,
  size: number,
): Promise<boolean> {
  return transaction(async (tx) => {
    // A process that outlived its lease must not enter a file that the next one is removing.
    const [lease] = await tx.query(LOCK_ARCHIVING, { holder });
    if (!lease) return false;
    const [entered] = await tx.query(ENTER_ARCHIVE, {
      name,
      rows: String(rows),
      idSum,
      bytes: String(size),
      now: now(),
    });
    if (!entered) return false;
    for (const area of areas) {
      const { owner, firstAt, lastAt, leastId, greatestId, acts, offset, length, digest } = area;
      const span = { rows: String(area.rows), firstAt, lastAt, leastId, greatestId };
      const index = { indexAt: String(offset), indexBytes: length, indexDigest: Buffer.from(digest, "base64") };
      await tx.query(ENTER_AREA, { owner, file: name, ...span, acts, ...index });
    }
    return true;
  });
}

/**
 * The lock keeps writers out from the count to the drop. Holds are checked again at the end, because one may be placed
 * meanwhile.
 */
async function dropArchived(client: PoolClient, { reach }: Archiving, { name, from, until }: Month): Promise<Outcome> {
  const partition = `partitions.audit_log_${name.replace("-", "_")}`;
  await client.query(`SET LOCAL statement_timeout = '${COUNT_TIMEOUT}'`);
  await client.query(`LOCK TABLE ${partition} IN SHARE MODE`);
  const { rows: counts } = await client.query<{ rows: string; sum: string }>(
    `SELECT count(*)::text AS rows, coalesce(sum(id), 0)::text AS sum FROM ${partition}`,
  );
  const { rows: archives } = await client.query<{ file: string; rows: string; id_sum: string }>(
    `SELECT file, rows::text, id_sum FROM audit_archives
     WHERE from_at = $1 AND archived_at IS NOT NULL AND left_at IS NULL AND erased_at IS NULL`,
    [from],
  );
  const [archive] = archives;
  if (!archive) return "changed";
  if (counts[0]?.rows !== archive.rows || counts[0].sum !== archive.id_sum) {
    await client.query(DISCARD_ARCHIVE.text, [archive.file, now()]);
    return "changed";
  }
  await shareHolds(client);
  const held = await client.query(FIND_HELD_SPAN.text, [from, until]);
  if (held.rowCount) return "held";
  await client.query(`DROP TABLE ${partition}`);
  await client.query("UPDATE audit_archives SET left_at = $2 WHERE file = $1", [archive.file, now()]);
  await reach?.("dropping");
  return "archived";
}
