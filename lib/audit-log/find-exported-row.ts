import { findProof, readLeaves } from "../audit/archive/find-proof";
import type { Leaf } from "../audit/proof/find-proof";
import { READ_TREE } from "../audit/proof/log.sql";
import { readTreeHead } from "../audit/proof/note";
import { query } from "../db/transaction";
import { readAuditQuery } from "./audit-filter";
import type { ExportedRow } from "./exported-row";
import { listAudit } from "./list-audit";
import type { AuditAccess } from "./open-audit";

const ROWS_SEARCHED = 1_000;

export async function findLastSignedRow(access: AuditAccess, at: Date): Promise<ExportedRow | null> {
  const everything = readAuditQuery(() => "");
  const [tree] = await query(READ_TREE);
  const head = readTreeHead(tree?.checkpoint ?? "");
  if (!tree || !head) return null;
  const { entries } = await listAudit(access, everything, null, ROWS_SEARCHED);
  const found = await readLeaves(access, entries, tree);
  const signed = found.filter((one): one is Leaf => "index" in one && one.index < head.size);
  const last = signed.reduce<Leaf | null>((a, b) => (a && a.index > b.index ? a : b), null);
  if (last === null) return null;
  const { index, row } = last;
  const cursor = { at: new Date(row.at), id: row.id };
  return { cursor, number: row.number, index, size: head.size, exportedAt: at };
}

export async function isStillThere(access: AuditAccess, { cursor, index }: ExportedRow): Promise<boolean> {
  const proof = await findProof(access, cursor);
  return proof?.state === "proved" && proof.index === index;
}
