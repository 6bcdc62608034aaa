import { BrokenArchive } from "../archive-store/archive-store";
import { findProof } from "../audit-archive/find-proof";
import type { ProofState } from "../audit-proof/find-proof";
import { log } from "../platform/log";
import type { AuditCursor, AuditQuery } from "./audit-filter";
import { type AuditEntry, findAuditEntry, listAudit } from "./list-audit";
import type { AuditAccess } from "./open-audit";

interface AuditPage {
  entries: AuditEntry[];
  next: AuditCursor | null;
  /** The row that a link opens. */
  entry: AuditEntry | null;
  proof: ProofState | null;
  /** A file of the archive that the page needs is missing or was changed. */
  isUnreadable: boolean;
}

/** A page of the list with an opened row. One that cannot be read whole says so: it never shows less in silence. */
export async function readAuditPage(
  access: AuditAccess,
  query: AuditQuery,
  { after, opened, limit }: { after: AuditCursor | null; opened: AuditCursor | null; limit: number },
): Promise<AuditPage> {
  try {
    const [{ entries, next }, entry, proof] = await Promise.all([
      listAudit(access, query, after, limit),
      opened && findAuditEntry(access, opened),
      opened && findProof(access, opened),
    ]);
    return { entries, next, entry, proof, isUnreadable: false };
  } catch (error) {
    if (!(error instanceof BrokenArchive)) throw error;
    log().error({ error }, "a file of the audit log's archive cannot be read");
    return { entries: [], next: null, entry: null, proof: null, isUnreadable: true };
  }
}
