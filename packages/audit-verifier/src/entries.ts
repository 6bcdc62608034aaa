const HASH_BYTES = 32;
const PAGE_ENTRIES = 8_192;

interface Page {
  hashes: Buffer;
  taken: Uint8Array;
  /** 0 for a row that differs from what was signed. */
  numbers: Float64Array;
  areas: Uint32Array;
}

/** 45 bytes per row, because a month may have tens of millions. */
export class Entries {
  private readonly pages = new Map<number, Page>();
  private readonly areas: string[] = [];

  add(entry: number, hash: Buffer, { area, number }: { area: string; number: number }): boolean {
    const [page, place] = [Math.floor(entry / PAGE_ENTRIES), entry % PAGE_ENTRIES];
    const found = this.pages.get(page) ?? {
      hashes: Buffer.alloc(PAGE_ENTRIES * HASH_BYTES),
      taken: new Uint8Array(PAGE_ENTRIES),
      numbers: new Float64Array(PAGE_ENTRIES),
      areas: new Uint32Array(PAGE_ENTRIES),
    };
    this.pages.set(page, found);
    if (found.taken[place] === 1) return false;
    found.taken[place] = 1;
    hash.copy(found.hashes, place * HASH_BYTES);
    if (this.areas.at(-1) !== area) this.areas.push(area);
    found.numbers[place] = number;
    found.areas[place] = this.areas.length - 1;
    return true;
  }

  readHash(entry: number): Buffer | null {
    const [found, place] = [this.pages.get(Math.floor(entry / PAGE_ENTRIES)), entry % PAGE_ENTRIES];
    return found?.taken[place] === 1 ? found.hashes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES) : null;
  }

  *checkOrder(): Generator<string> {
    const last = new Map<number, { number: number; entry: number }>();
    for (const [page, { numbers, areas }] of [...this.pages].sort(([a], [b]) => a - b))
      for (const [place, number] of numbers.entries()) {
        if (number === 0) continue;
        const [entry, area] = [page * PAGE_ENTRIES + place, areas[place] ?? 0];
        const before = last.get(area);
        if (before && number <= before.number)
          yield `Row number ${number} of area ${nameArea(this.areas[area])}, entry ${entry}: number ${before.number} is before it, as entry ${before.entry}. The rows were counted again.`;
        else last.set(area, { number, entry });
      }
  }
}

export const nameArea = (area = ""): string => (area === "" ? "the service" : area);
