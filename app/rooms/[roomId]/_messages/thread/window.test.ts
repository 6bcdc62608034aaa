import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findRange, moveWindow, type ThreadWindow, WHOLE_MAX } from "./window";

const idsOf = (count: number) => Array.from({ length: count }, (_, n) => `m${n}`);
const ROW_PX = 30;
const VIEW_PX = 900;

interface Given {
  count?: number;
  fromEndPx?: number;
  held?: ThreadWindow | null;
  keptIds?: readonly string[];
  isGrowing?: boolean;
  isSameRows?: boolean;
}

function move({ count = 3_000, fromEndPx = 0, held = null, keptIds = [], ...state }: Given): ThreadWindow | null {
  return moveWindow({
    ids: idsOf(count),
    heightOf: () => ROW_PX,
    view: { fromEndPx, heightPx: VIEW_PX },
    held,
    keptIds: new Set(keptIds),
    isGrowing: state.isGrowing ?? false,
    isSameRows: state.isSameRows ?? false,
  });
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);
const rangeOf = (window: ThreadWindow | null, count = 3_000) => {
  const ids = idsOf(count);
  return window ? findRange(ids, window) : { from: 0, to: count - 1 };
};

describe("the window of a thread", () => {
  test("a short thread is whole", () => {
    expect(move({ count: WHOLE_MAX })).toBeNull();
    expect(move({ count: WHOLE_MAX + 1 })).not.toBeNull();
  });

  test("at the end it reaches to the newest row, also to one that arrives", () => {
    const window = move({});
    expect(window).toMatchObject({ toId: null, endPx: 0 });
    expect(rangeOf(window, 3_001).to).toBe(3_000);
  });

  test("rows and spaces are as high as all rows, and what is in view is rendered", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_970 * ROW_PX }), fc.nat(2_999), (fromEndPx, kept) => {
        const window = move({ fromEndPx, keptIds: [`m${kept}`] });
        const { from, to } = rangeOf(window);
        const rows = to - from + 1 + (kept < from || kept > to ? 1 : 0);
        expect(sum(window?.gapsPx.values() ?? []) + (window?.endPx ?? 0) + rows * ROW_PX).toBe(3_000 * ROW_PX);
        expect(rows).toBeLessThanOrEqual(80);
        expect((2_999 - to) * ROW_PX).toBeLessThanOrEqual(fromEndPx);
        expect((3_000 - from) * ROW_PX).toBeGreaterThanOrEqual(fromEndPx + VIEW_PX);
      }),
    );
  });

  test("a scroll within it changes nothing, and a longer one moves it", () => {
    const held = move({ fromEndPx: 30_000 });
    expect(move({ held, fromEndPx: 30_300, isSameRows: true })).toBe(held);
    expect(rangeOf(move({ held, fromEndPx: 30_600, isSameRows: true })).from).toBeLessThan(rangeOf(held).from);
  });

  test("older rows that were loaded make space above it", () => {
    const held = move({ fromEndPx: 30_000 });
    const ids = ["a", "b", ...idsOf(3_000)];
    const view = { fromEndPx: 30_000, heightPx: VIEW_PX };
    const options = { ids, heightOf: () => ROW_PX, view, held, keptIds: new Set<string>(), isGrowing: false };
    const window = moveWindow({ ...options, isSameRows: false });
    expect(window).toMatchObject({ fromId: held?.fromId, toId: held?.toId });
    expect(window?.gapsPx.get(held?.fromId ?? "")).toBe((held?.gapsPx.get(held.fromId) ?? 0) + 2 * ROW_PX);
  });

  test("nothing leaves it while text is selected", () => {
    const held = move({ fromEndPx: 30_000 });
    const window = move({ held, fromEndPx: 60_000, isSameRows: true, isGrowing: true });
    expect(rangeOf(window).to).toBe(rangeOf(held).to);
    expect(rangeOf(window).from).toBeLessThan(rangeOf(held).from);
    expect(move({ fromEndPx: 30_000, isGrowing: true })).toBeNull();
  });

  test("a bound that is gone bounds nothing", () => {
    const held = { ...move({ fromEndPx: 30_000 }), fromId: "gone", toId: "gone" } as ThreadWindow;
    expect(rangeOf(held)).toEqual({ from: 0, to: 2_999 });
    const { from, to } = rangeOf(move({ held, fromEndPx: 30_000, isSameRows: true }));
    expect(to - from).toBeLessThanOrEqual(80);
  });
});
