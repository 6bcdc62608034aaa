import { listRequests } from "./list";
import { openRequests } from "./open-viewer";

const AREAS_COMPARED_MAX = 10;

interface Choice {
  asked: string;
  last: string;
}

/**
 * Prefers the requested area, then the last one, then the newest request, then an organization. An area outside `areas` is
 * returned only when requested: the screen refuses it.
 */
export async function findOpeningArea(
  userId: string,
  { asked, last }: Choice,
  areas: readonly string[],
): Promise<string> {
  if (asked !== "") return asked;
  if (areas.includes(last)) return last;
  const [first = "", ...others] = areas;
  if (others.length === 0) return first;
  const viewer = await openRequests(userId);
  const compared = viewer.areas.map(({ ownerId }) => ownerId).filter((ownerId) => areas.includes(ownerId));
  const newest = await Promise.all(
    compared.slice(0, AREAS_COMPARED_MAX).map(async (ownerId) => {
      const { rows } = await listRequests(viewer, { ownerId }, { limit: 1 });
      return { ownerId, at: rows[0]?.at.getTime() ?? 0 };
    }),
  );
  const [busiest] = newest.toSorted((a, b) => b.at - a.at);
  if (busiest && busiest.at > 0) return busiest.ownerId;
  return areas.find((ownerId) => ownerId !== userId) ?? first;
}
