import { findProof } from "../audit/archive/find-proof";
import { BrokenArchive } from "../audit/archive/store/archive-store";
import type { ProofState } from "../audit/proof/find-proof";
import { log } from "../platform/log";
import type { AuditCursor, AuditQuery } from "./audit-filter";
import type { ExportedRow } from "./exported-row";
import { isStillThere } from "./find-exported-row";
import { type AuditEntry, findAuditEntry, listAudit } from "./list-audit";
import type { AuditAccess } from "./open-audit";

interface AuditPage {
  entries: AuditEntry[];
  next: AuditCursor | null;
  entry: AuditEntry | null;
  proof: ProofState | null;
  missed: ExportedRow | null;
  isUnreadable: boolean;
}

interface PageOptions {
  after: AuditCursor | null;
  opened: AuditCursor | null;
  exported: ExportedRow | null;
  limit: number;
}

/** An unreadable archive file is shown as such; the page never shows fewer rows in silence. */
export async function readAuditPage(
  access: AuditAccess,
  query: AuditQuery,
  { after, opened, exported, limit }: PageOptions,
): Promise<AuditPage> {
  try {
    const [{ entries, next }, entry, proof, isMissed] = await Promise.all([
      listAudit(access, query, after, limit),
      opened && findAuditEntry(access, opened),
      opened && findProof(access, opened),
      exported && isStillThere(access, exported).then((isThere) => !isThere),
    ]);
    return { entries, next, entry, proof, missed: isMissed ? exported : null, isUnreadable: false };
  } catch (error) {
    if (!(error instanceof BrokenArchive)) throw error;
    log().error({ error }, "a file of the audit log's archive cannot be read");
    return { entries: [], next: null, entry: null, proof: null, missed: null, isUnreadable: true };
  }
}
