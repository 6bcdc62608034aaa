import type { RoomAccess } from "../access/open-room";
import { query } from "../db/transaction";
import { oldestExplained } from "./find-request";
import { openRequests, personSeen } from "./open-viewer";
import { type OriginMark, readOriginKind } from "./origin-mark";
import { NAME_ORIGINS } from "./origins.sql";

export interface Written {
  viaId: string | null;
  viaRequestId: string | null;
  authorId: string | null;
  at: string | Date;
}

export type NameOrigin = (viaId: string | null) => OriginMark | null;

export async function nameOrigins(written: readonly Pick<Written, "viaId">[]): Promise<NameOrigin> {
  const ids = [...new Set(written.flatMap(({ viaId }) => viaId ?? []))];
  const rows = ids.length === 0 ? [] : await query(NAME_ORIGINS, { ids });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (viaId) => {
    const kind = viaId === null ? null : readOriginKind(viaId);
    return kind === null ? null : { kind, name: names.get(viaId ?? "") ?? null, requestId: null };
  };
}

/** The request is shown only to people who may see it; a room's requests belong to its billing entity. */
export async function readOrigins(
  viewerId: string,
  { billingEntityId }: RoomAccess,
  written: readonly Written[],
): Promise<(row: Written) => OriginMark | null> {
  const isExplained = ({ viaId, at }: Written) => viaId !== null && new Date(at) >= oldestExplained();
  const [name, viewer] = await Promise.all([
    nameOrigins(written),
    written.some(isExplained) ? openRequests(viewerId) : null,
  ]);
  const area = viewer?.areas.find(({ entityId }) => entityId === billingEntityId);
  const maySee = (row: Written) => {
    if (!viewer || !area || !isExplained(row)) return false;
    const person = personSeen(viewer, area);
    return person === null || person === row.authorId;
  };
  return (row) => {
    const mark = name(row.viaId);
    return mark && { ...mark, requestId: maySee(row) ? row.viaRequestId : null };
  };
}
