import type { LeafRange } from "../../../packages/audit-verifier/src/merkle";

const PAGE_LEAVES = 65_536;

/** One bit per leaf: a month has tens of millions. */
export class LeafSet {
  private readonly pages = new Map<number, Uint8Array>();
  private added = 0;

  get size(): number {
    return this.added;
  }

  add(index: number): boolean {
    const page = Math.floor(index / PAGE_LEAVES);
    const bits = this.pages.get(page) ?? new Uint8Array(PAGE_LEAVES / 8);
    this.pages.set(page, bits);
    const [at, bit] = [(index % PAGE_LEAVES) >>> 3, 1 << (index & 7)];
    if (((bits[at] ?? 0) & bit) !== 0) return false;
    bits[at] = (bits[at] ?? 0) | bit;
    this.added += 1;
    return true;
  }

  has(index: number): boolean {
    const bits = this.pages.get(Math.floor(index / PAGE_LEAVES));
    return bits !== undefined && ((bits[(index % PAGE_LEAVES) >>> 3] ?? 0) & (1 << (index & 7))) !== 0;
  }

  *listGaps(size: number): Generator<LeafRange> {
    let from = 0;
    for (const page of [...this.pages.keys()].sort((a, b) => a - b)) {
      const first = page * PAGE_LEAVES;
      for (let index = first; index < Math.min(first + PAGE_LEAVES, size); index += 1) {
        if (!this.has(index)) continue;
        if (index > from) yield { from, to: index };
        from = index + 1;
      }
    }
    if (size > from) yield { from, to: size };
  }
}
