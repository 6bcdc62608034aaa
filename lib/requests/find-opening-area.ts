import { listRequests } from "./list";
import { openRequests } from "./open-viewer";

/** Areas whose newest request is looked for. */
const AREAS_COMPARED_MAX = 10;

interface Choice {
  /** The URL's area, or empty. */
  asked: string;
  /** The one that this browser showed last. */
  last: string;
}

/**
 * The area in which a screen opens: the one that was asked for, else the one used last, else the one with the newest request,
 * else an organization.
 * `areas` are those of the screen. One that is not among them is returned only if it was asked for: the screen refuses it.
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
