import {
  type Breach,
  type Followed,
  followLog,
  isExtension,
  joinKeys,
  openWithAny,
  type ReadLog,
  readHandovers,
  type Shown,
} from "./follow";

/** The last checkpoint that was seen of a log. */
export interface Seen {
  /** The first was trusted when it was seen for the first time; each later one was introduced by the one before. */
  keys: readonly string[];
  checkpoint: string;
  /** ISO 8601. */
  seenAt: string;
}

/** Two statements of one log that contradict each other, or one without a trusted signature. */
export interface Evidence {
  problem: string;
  foundAt: string;
  /** null: the first sight of it was wrong. */
  kept: Seen | null;
  /** null: the log shows nothing any more. */
  shown: Shown | null;
}

export interface CheckpointStore {
  load(): Promise<Seen | null>;
  save(seen: Seen): Promise<void>;
  /** Returns where it is. */
  keepEvidence(evidence: Evidence): Promise<string>;
  /** Holds other writers back for the moment in which the kept checkpoint is compared and replaced. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** The log does not show a part that it must have by its signed checkpoint. */
export class MissingPart extends Error {
  override name = "MissingPart";
}

/** The log is not the one that was seen before. */
export class LogBreach extends Error {
  override name = "LogBreach";

  constructor(
    readonly evidence: Evidence,
    readonly place: string,
  ) {
    super(evidence.problem);
  }
}

/** With the key that the log names itself: it counts when nothing was seen before. */
export type Claimed = Shown & { key: string };

export interface Sight {
  size: number;
  keys: readonly string[];
  /** null: the log was seen for the first time, and its key is trusted from now on. */
  grownFrom: { size: number; seenAt: string } | null;
}

/** Keeps the last checkpoint, and demands of each later one that the log has only grown. */
export class Witness {
  private constructor(
    private readonly store: CheckpointStore,
    private readonly readPart: (path: string) => Promise<Buffer | null>,
    private seen: Seen | null,
  ) {}

  /**
   * Before the service is asked: a checkpoint that another process keeps meanwhile may be younger than the response.
   * `readPart` gives null where the log has no such part.
   */
  static async open(store: CheckpointStore, readPart: (path: string) => Promise<Buffer | null>): Promise<Witness> {
    return new Witness(store, readPart, await store.load());
  }

  /** The last checkpoint that was seen; null: none yet. */
  get kept(): Seen | null {
    return this.seen;
  }

  /** Reads the newest checkpoint. null: the service signs no log, and never did. */
  async look(readClaimed: () => Promise<Claimed | null>): Promise<Sight | null> {
    const shown = await readClaimed();
    if (shown === null) return this.seen === null ? null : this.refuse("gone", null, 0);
    const followed = await this.follow(shown);
    // A key that came between the two readings is there at the next.
    const again = followed.breach === "unsigned" ? await readClaimed() : null;
    return again === null ? this.conclude(shown, followed) : this.conclude(again, await this.follow(again));
  }

  /** A checkpoint that came with an export of this moment. */
  async see(shown: Claimed): Promise<Sight> {
    return this.conclude(shown, await this.follow(shown));
  }

  /** The checkpoint of a file, of an earlier or a later day than the kept one, must be of the same log. */
  async recognize(shown: Shown, keys: readonly string[]): Promise<void> {
    const file = openWithAny(shown.checkpoint, keys);
    const kept = this.seen && openWithAny(this.seen.checkpoint, keys);
    if (!file || !kept) return this.refuse("unsigned", shown, 0);
    const [older, younger] = file.size <= kept.size ? [file, kept] : [kept, file];
    if (!(await isExtension(older, younger, this.read))) await this.refuse("forked", shown, file.size);
  }

  private follow(shown: Claimed): Promise<Followed> {
    return followLog(this.seen ?? { keys: [shown.key], checkpoint: shown.checkpoint }, shown, this.read);
  }

  private async conclude(shown: Claimed, { breach, keys, kept: keptSize, size }: Followed): Promise<Sight> {
    if (breach !== null) return this.refuse(breach, shown, size);
    const before = this.seen;
    const seen = { keys, checkpoint: shown.checkpoint, seenAt: new Date().toISOString() };
    await this.keep(before, seen, shown);
    this.seen = seen;
    return { size, keys, grownFrom: before && { size: keptSize, seenAt: before.seenAt } };
  }

  /** A checkpoint that another process keeps meanwhile must be of the same log: two of them may be shown different ones. */
  private async keep(before: Seen | null, seen: Seen, shown: Shown): Promise<void> {
    const meanwhile = await this.store.exclusively(async () => {
      const latest = await this.store.load();
      if (latest !== null && latest.checkpoint !== before?.checkpoint) return latest;
      await this.store.save(seen);
      return null;
    });
    if (meanwhile === null) return;
    const linked = await this.linkKeys(meanwhile, seen, shown);
    const { breach, keys, kept, size } = await this.followMeanwhile(meanwhile, seen, linked);
    if (breach !== null) return this.refuse(breach, linked, size, meanwhile);
    if (size > kept) await this.keep(meanwhile, { ...seen, keys }, linked);
  }

  /** Processes that see the log for the first time before and after its next key know no key in common: only handovers join them. */
  private async linkKeys(meanwhile: Seen, seen: Seen, shown: Shown): Promise<Shown> {
    if (joinKeys(meanwhile.keys, seen.keys, shown.handovers)) return shown;
    const keys = await this.readPart("keys");
    try {
      return keys === null ? shown : { ...shown, handovers: readHandovers(keys) };
    } catch {
      throw new MissingPart("The keys of the audit log are no JSON: is this the service?");
    }
  }

  /** Either of the two may be the older one, and an older one may have been signed by an older key. */
  private async followMeanwhile(meanwhile: Seen, seen: Seen, shown: Shown): Promise<Followed> {
    const keys = joinKeys(meanwhile.keys, seen.keys, shown.handovers) ?? meanwhile.keys;
    const [here, there] = [openWithAny(shown.checkpoint, keys), openWithAny(meanwhile.checkpoint, keys)];
    // A log under a later key has all entries that an earlier key has signed, so a shorter one was rewound.
    const isOlder = here !== null && there !== null && here.size <= there.size && here.keyAt <= there.keyAt;
    if (!isOlder) return followLog(meanwhile, shown, this.read);
    // The log that is shown here may not have all entries of the other one.
    const read: ReadLog = async (path) => (await this.readPart(path)) ?? Buffer.alloc(0);
    const isGrown = await isExtension(here, there, read);
    return { breach: isGrown ? null : "forked", keys, kept: there.size, size: here.size };
  }

  private readonly read: ReadLog = async (path) => {
    const part = await this.readPart(path);
    if (part) return part;
    throw new MissingPart(`The service keeps back a part of its audit log: there is no ${path}.`);
  };

  private async refuse(breach: Breach | "gone", shown: Shown | null, size: number, kept = this.seen): Promise<never> {
    const problem = describeBreach(breach, kept, size);
    const evidence = { problem, foundAt: new Date().toISOString(), kept, shown };
    throw new LogBreach(evidence, await this.store.keepEvidence(evidence));
  }
}

function describeBreach(breach: Breach | "gone", kept: Seen | null, size: number): string {
  if (kept === null) return "The log's checkpoint is not signed by the key that the log names.";
  const then = `on ${kept.seenAt} you saw ${sizeOf(kept)} entries, signed by ${nameKey(kept)}`;
  const problems: Record<typeof breach, string> = {
    unsigned: `The checkpoint is not signed by the key of before, nor by one that it has introduced: ${then}.`,
    unknown: "The kept checkpoint is not signed by the keys that are kept beside it: its file was changed.",
    rewound: `The log was rewound: ${then}, and now there are ${size}.`,
    forked: `The log was forked: ${then}, and a log of ${size} entries does not agree with them.`,
    gone: `The log is gone: ${then}, and now it shows none.`,
  };
  return problems[breach];
}

function sizeOf(seen: Seen | null): number {
  return (seen && openWithAny(seen.checkpoint, seen.keys)?.size) ?? 0;
}

/** Name and id, without the key itself. */
function nameKey({ keys }: Seen): string {
  return (keys.at(-1) ?? "").split("+").slice(0, 2).join("+");
}
