"use client";

import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useHandlers } from "@/app/_ui/controls/use-handlers";
import { moveWindow, type ThreadWindow, WHOLE_MAX } from "./window";

/** The height of a row before any has been measured. */
const USUAL_PX = 40;

interface WindowedThread {
  /** null: every row is rendered. */
  window: ThreadWindow | null;
  /** Moves the window to the view. */
  move: () => void;
  /** Renders a row that the thread holds, before it is jumped to. */
  reveal: (id: string) => void;
}

/**
 * Far outside of the view a long thread is empty space, as high as the rows it replaces. What is focused, open or selected
 * stays, and so does each of `heldIds`.
 */
export function useWindow(
  boxRef: RefObject<HTMLElement | null>,
  rows: readonly { id: string }[],
  heldIds: readonly string[],
): WindowedThread {
  const [window, setWindow] = useState<ThreadWindow | null>(null);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const heights = useRef({ widthPx: 0, byId: new Map<string, number>(), sumPx: 0 });

  const find = (isSameRows: boolean, also: readonly string[] = []): ThreadWindow | null => {
    const box = boxRef.current;
    if (!box || (window === null && ids.length <= WHOLE_MAX)) return window;
    measure(box, ids, heights.current);
    const { byId, sumPx } = heights.current;
    const usualPx = byId.size > 0 ? sumPx / byId.size : USUAL_PX;
    return moveWindow({
      ids,
      heightOf: (id) => byId.get(id) ?? usualPx,
      view: { fromEndPx: -box.scrollTop, heightPx: box.clientHeight },
      held: window,
      keptIds: new Set([...heldIds, ...listInUse(box), ...also]),
      isGrowing: hasSelection(box),
      isSameRows,
    });
  };
  const handlers = useHandlers({
    // Space that has come into view is filled before it is painted.
    move: () => {
      const next = find(true);
      if (next !== window) flushSync(() => setWindow(next));
    },
    fit: () => setWindow(find(false)),
    reveal: (id: string) => {
      if (window !== null && ids.includes(id) && !document.getElementById(id))
        flushSync(() => setWindow(find(false, [id])));
    },
  });
  useLayoutEffect(() => {
    void ids;
    handlers.fit();
  }, [ids, handlers]);
  useEffect(() => {
    const jump = () => {
      const id = location.hash.slice(1);
      if (id === "" || document.getElementById(id)) return;
      handlers.reveal(id);
      document.getElementById(id)?.scrollIntoView();
    };
    addEventListener("hashchange", jump);
    return () => removeEventListener("hashchange", jump);
  }, [handlers]);
  return { window, move: handlers.move, reveal: handlers.reveal };
}

interface Heights {
  widthPx: number;
  byId: Map<string, number>;
  sumPx: number;
}

/**
 * A row's height reaches up to the row before, over the headings between them. The sum has to be exact: a browser ends a smooth
 * scroll when the height of what it scrolls changes.
 */
function measure(box: HTMLElement, ids: readonly string[], heights: Heights): void {
  if (heights.widthPx !== box.clientWidth) {
    heights.byId.clear();
    Object.assign(heights, { widthPx: box.clientWidth, sumPx: 0 });
  }
  let n = -1;
  let before = { n: -2, bottomPx: 0 };
  for (const row of box.querySelectorAll("li[id]")) {
    const { bottom: bottomPx } = row.getBoundingClientRect();
    n = ids[n + 1] === row.id ? n + 1 : ids.indexOf(row.id, n + 1);
    if (n === 0) before = { n: -1, bottomPx: findListTop(row) };
    if (n >= 0 && before.n === n - 1) {
      const heightPx = bottomPx - before.bottomPx;
      heights.sumPx += heightPx - (heights.byId.get(row.id) ?? 0);
      heights.byId.set(row.id, heightPx);
    }
    before = { n, bottomPx };
  }
}

function findListTop(first: Element): number {
  return first.closest("section")?.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
}

function listInUse(box: HTMLElement): string[] {
  const found = [...box.querySelectorAll("[open], [aria-expanded=true]")];
  const { activeElement } = document;
  if (activeElement && box.contains(activeElement)) found.push(activeElement);
  return found.flatMap((element) => element.closest("li[id]")?.id ?? []);
}

function hasSelection(box: HTMLElement): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && box.contains(selection.anchorNode);
}
