/** Rows rendered beyond the view on each side. */
const AHEAD = 20;
/** Fewer than these beyond the view move the window. */
const LEAST = 8;
/** A thread of this many rows is rendered whole. */
export const WHOLE_MAX = 60;

/** The rows that are rendered: from one to another, and those that are kept wherever they are. */
export interface ThreadWindow {
  fromId: string;
  /** null: to the newest, also to those that arrive. */
  toId: string | null;
  keptIds: ReadonlySet<string>;
  /** Space in place of the rows before a rendered one, by its id. */
  gapsPx: ReadonlyMap<string, number>;
  /** Space in place of the rows after the last rendered one. */
  endPx: number;
}

interface View {
  /** The distance of its lower edge from the end of the thread. */
  fromEndPx: number;
  heightPx: number;
}

interface WindowOptions {
  ids: readonly string[];
  heightOf: (id: string) => number;
  view: View;
  held: ThreadWindow | null;
  keptIds: ReadonlySet<string>;
  /** Nothing that is rendered leaves. */
  isGrowing: boolean;
  /** The rows are those for which `held` was made. */
  isSameRows: boolean;
}

/** null: everything is rendered. */
export function moveWindow({ ids, heightOf, view, held, keptIds, ...state }: WindowOptions): ThreadWindow | null {
  const last = ids.length - 1;
  if (ids.length <= WHOLE_MAX || (state.isGrowing && !held)) return null;
  const inView = findInView(ids, heightOf, view);
  const before = held ? findRange(ids, held) : { from: 0, to: last };
  let { from, to } = before;
  const isCovered = from <= Math.max(0, inView.from - LEAST) && to >= Math.min(last, inView.to + LEAST);
  const isLong = to - from > inView.to - inView.from + 2 * (AHEAD + LEAST);
  const isFit = isCovered && (!isLong || state.isGrowing);
  if (isFit && state.isSameRows) return held;
  if (!isFit) {
    from = Math.max(0, inView.from - AHEAD);
    to = Math.min(last, inView.to + AHEAD);
    if (state.isGrowing) [from, to] = [Math.min(from, before.from), Math.max(to, before.to)];
  }
  const gapsPx = new Map<string, number>();
  let spacePx = 0;
  for (const [n, id] of ids.entries()) {
    if ((n < from || n > to) && !keptIds.has(id)) spacePx += heightOf(id);
    else if (spacePx > 0) {
      gapsPx.set(id, spacePx);
      spacePx = 0;
    }
  }
  return { fromId: ids[from] ?? "", toId: to === last ? null : (ids[to] ?? null), keptIds, gapsPx, endPx: spacePx };
}

/** Rows that are gone bound nothing. */
export function findRange(ids: readonly string[], { fromId, toId }: ThreadWindow): { from: number; to: number } {
  const to = toId === null ? -1 : ids.lastIndexOf(toId);
  return { from: Math.max(0, ids.indexOf(fromId)), to: to === -1 ? ids.length - 1 : to };
}

function findInView(ids: readonly string[], heightOf: (id: string) => number, { fromEndPx, heightPx }: View) {
  let from = ids.length;
  let to = ids.length - 1;
  let bottomPx = 0;
  while (from > 0 && bottomPx < fromEndPx + heightPx) {
    from -= 1;
    bottomPx += heightOf(ids[from] ?? "");
    if (bottomPx < fromEndPx) to = Math.max(0, from - 1);
  }
  return { from, to };
}
