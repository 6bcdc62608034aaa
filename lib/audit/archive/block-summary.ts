import { sha256 } from "../../platform/crypto";

export type ArchivedColumns = Readonly<Record<string, unknown>> & {
  id: string;
  at: string;
  requestId: string;
  surface: string;
  method: string;
  route: string;
  status: number;
  billingEntityId: string | null;
  transactionId: string;
  number: number | null;
};

export interface BlockSummary {
  surfaces: string[];
  acts: string[];
  hasDone: boolean;
  hasRefused: boolean;
  /** A Bloom filter of every id that a search may name. */
  ids: string;
}

const SEARCHED_IDS = [
  "requestId",
  "userId",
  "apiKeyId",
  "appId",
  "grantId",
  "externalTokenId",
  "resourceId",
  "billingEntityId",
  "organizationId",
] as const;

/** Four of ten bits are set, so one search in eighty opens a block in vain. */
const BITS_AN_ID = 10;
const WORDS = [0, 4, 8, 12];

export function summarize(rows: readonly ArchivedColumns[]): BlockSummary {
  const acts = rows.filter(({ method }) => method === "ACT");
  const ids = new Set(rows.flatMap((row) => SEARCHED_IDS.flatMap((name) => readId(row[name]))));
  return {
    surfaces: [...new Set(rows.map(({ surface }) => surface))],
    acts: [...new Set(acts.map(({ route }) => route))],
    hasDone: rows.some(({ status }) => status < 400),
    hasRefused: rows.some(({ status }) => status >= 400),
    ids: writeFilter(ids).toString("base64"),
  };
}

function readId(value: unknown): string[] {
  return typeof value === "string" ? [value] : [];
}

function writeFilter(ids: ReadonlySet<string>): Buffer {
  const filter = Buffer.alloc(Math.ceil((Math.max(1, ids.size) * BITS_AN_ID) / 8));
  for (const id of ids)
    for (const bit of listBits(id, filter)) {
      const at = bit >>> 3;
      filter[at] = (filter[at] ?? 0) | (1 << (bit & 7));
    }
  return filter;
}

export function mayContain({ ids }: Pick<BlockSummary, "ids">, id: string): boolean {
  const filter = Buffer.from(ids, "base64");
  return listBits(id, filter).every((bit) => ((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0);
}

function listBits(id: string, filter: Buffer): number[] {
  const digest = sha256(id);
  return WORDS.map((word) => digest.readUInt32BE(word) % (filter.length * 8));
}
