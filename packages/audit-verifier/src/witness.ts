import { joinKeys, openWithAny } from "./checkpoint.js";
import {
  type Breach as Difference,
  type Followed,
  followLog,
  isExtension,
  type ReadLog,
  type Shown,
} from "./follow.js";

/** The last checkpoint that was seen of the audit log. */
export interface KeptCheckpoint {
  /** The first was trusted when it was seen for the first time; each later one was introduced by the one before. */
  keys: readonly string[];
  checkpoint: string;
  seenAt: string;
}

/** Two statements of one log that contradict each other, or one without a trusted signature. */
export interface AuditLogEvidence {
  problem: string;
  foundAt: string;
  /** Undefined when the first sight of the log was wrong. */
  kept: KeptCheckpoint | undefined;
  /** Undefined when the log shows nothing any more. */
  shown: { checkpoint: string; handovers: readonly string[] } | undefined;
}

/**
 * Keeps the last checkpoint of one service, and evidence against it. `exclusively` holds other writers back while the
 * checkpoint is compared and replaced.
 */
export interface CheckpointStore {
  load: () => Promise<KeptCheckpoint | undefined>;
  save: (kept: KeptCheckpoint) => Promise<void>;
  keepEvidence: (evidence: AuditLogEvidence) => Promise<unknown>;
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
}

export type Breach = Difference | "gone";

export class MissingPart extends Error {
  override name = "MissingPart";
}

export class LogBreach extends Error {
  override name = "LogBreach";

  constructor(
    readonly reason: Breach,
    readonly evidence: AuditLogEvidence,
    readonly place: unknown,
  ) {
    super(evidence.problem);
  }
}

interface ShownKeys {
  key: string;
  handovers: readonly string[];
}
export type Claimed = ShownKeys & { checkpoint: string };

export interface Sight {
  size: number;
  checkpoint: string;
  keys: readonly string[];
  /** Undefined when the log was seen for the first time: its key is trusted from then on. */
  grownFrom: { size: number; seenAt: string } | undefined;
}

type ReadPart = (path: string) => Promise<Uint8Array | undefined>;

export class Witness {
  private constructor(
    private readonly store: CheckpointStore,
    private readonly readPart: ReadPart,
    private seen: KeptCheckpoint | undefined,
  ) {}

  /** The store is read before the log, because another process may keep a younger checkpoint meanwhile. */
  static async open(store: CheckpointStore, readPart: ReadPart): Promise<Witness> {
    return new Witness(store, readPart, await store.load());
  }

  get kept(): KeptCheckpoint | undefined {
    return this.seen;
  }

  async check(): Promise<Sight | undefined> {
    const shown = await this.readClaimed();
    if (shown === undefined) return this.seen === undefined ? undefined : this.refuse("gone", undefined, 0);
    const followed = await this.follow(shown);
    // A key that appeared between the two readings is there at the next.
    const again = followed.breach === "unsigned" ? await this.readClaimed() : undefined;
    return again === undefined ? this.conclude(shown, followed) : this.conclude(again, await this.follow(again));
  }

  async accept(shown: Claimed): Promise<Sight> {
    return this.conclude(shown, await this.follow(shown));
  }

  async recognize(shown: Shown, keys: readonly string[]): Promise<void> {
    const file = await openWithAny(shown.checkpoint, keys);
    const kept = this.seen && (await openWithAny(this.seen.checkpoint, keys));
    if (!file || !kept) return this.refuse("unsigned", shown, 0);
    const [older, younger] = file.size <= kept.size ? [file, kept] : [kept, file];
    if (!(await isExtension(older, younger, this.read))) await this.refuse("forked", shown, file.size);
  }

  private async readClaimed(): Promise<Claimed | undefined> {
    const [keys, checkpoint] = [await this.readKeys(), await this.readPart("checkpoint")];
    return keys && checkpoint && { ...keys, checkpoint: new TextDecoder().decode(checkpoint) };
  }

  private async readKeys(): Promise<ShownKeys | undefined> {
    const bytes = await this.readPart("keys");
    if (bytes === undefined) return undefined;
    try {
      const { key = "", handovers = [] } = JSON.parse(new TextDecoder().decode(bytes)) as Partial<ShownKeys>;
      return { key, handovers };
    } catch {
      throw new MissingPart("The audit log's keys are not JSON. Is this the right URL?");
    }
  }

  private follow(shown: Claimed): Promise<Followed> {
    return followLog(this.seen ?? { keys: [shown.key], checkpoint: shown.checkpoint }, shown, this.read);
  }

  private async conclude(shown: Claimed, { breach, keys, keptSize, size }: Followed): Promise<Sight> {
    if (breach !== undefined) return this.refuse(breach, shown, size);
    const { checkpoint } = shown;
    const before = this.seen;
    const seen = { keys, checkpoint, seenAt: new Date().toISOString() };
    await this.keep(before, seen, shown);
    this.seen = seen;
    return { size, checkpoint, keys, grownFrom: before && { size: keptSize, seenAt: before.seenAt } };
  }

  /** Two processes may be shown different logs, so a checkpoint that another one has kept meanwhile must be of the same log. */
  private async keep(before: KeptCheckpoint | undefined, seen: KeptCheckpoint, shown: Shown): Promise<void> {
    const meanwhile = await this.store.exclusively(async () => {
      const latest = await this.store.load();
      if (latest !== undefined && latest.checkpoint !== before?.checkpoint) return latest;
      await this.store.save(seen);
      return undefined;
    });
    if (meanwhile === undefined) return;
    const linked = await this.linkKeys(meanwhile, seen, shown);
    const { breach, keys, keptSize, size } = await this.followMeanwhile(meanwhile, seen, linked);
    if (breach !== undefined) return this.refuse(breach, linked, size, meanwhile);
    if (size > keptSize) await this.keep(meanwhile, { ...seen, keys }, linked);
  }

  /** Processes that first see the log on either side of a new key share no key; only handovers join them. */
  private async linkKeys(meanwhile: KeptCheckpoint, seen: KeptCheckpoint, shown: Shown): Promise<Shown> {
    if (await joinKeys(meanwhile.keys, seen.keys, shown.handovers)) return shown;
    return { ...shown, handovers: (await this.readKeys())?.handovers ?? shown.handovers };
  }

  private async followMeanwhile(meanwhile: KeptCheckpoint, seen: KeptCheckpoint, shown: Shown): Promise<Followed> {
    const keys = (await joinKeys(meanwhile.keys, seen.keys, shown.handovers)) ?? meanwhile.keys;
    const here = await openWithAny(shown.checkpoint, keys);
    const there = await openWithAny(meanwhile.checkpoint, keys);
    // A later key has signed everything that an earlier one has, so a shorter log under it was rewound.
    const isOlder = here !== undefined && there !== undefined && here.size <= there.size && here.keyAt <= there.keyAt;
    if (!isOlder) return followLog(meanwhile, shown, this.read);
    // The log that is shown here may lack entries of the other one.
    const read: ReadLog = async (path) => (await this.readPart(path)) ?? new Uint8Array();
    const isGrown = await isExtension(here, there, read);
    return { breach: isGrown ? undefined : "forked", keys, keptSize: there.size, size: here.size };
  }

  private readonly read: ReadLog = async (path) => {
    const part = await this.readPart(path);
    if (part) return part;
    throw new MissingPart(`The service withholds a part of its audit log: there is no ${path}.`);
  };

  private async refuse(breach: Breach, shown: Shown | undefined, size: number, kept = this.seen): Promise<never> {
    const evidence = {
      problem: await describeBreach(breach, kept, size),
      foundAt: new Date().toISOString(),
      kept,
      shown,
    };
    throw new LogBreach(breach, evidence, await this.store.keepEvidence(evidence));
  }
}

async function describeBreach(breach: Breach, kept: KeptCheckpoint | undefined, size: number): Promise<string> {
  if (kept === undefined) return "The log's checkpoint is not signed by the key that the log publishes.";
  const { size: keptSize = 0 } = (await openWithAny(kept.checkpoint, kept.keys)) ?? {};
  const then = `on ${kept.seenAt} you saw ${keptSize} entries, signed by ${nameKey(kept)}`;
  const problems: Record<Breach, string> = {
    unsigned: `The checkpoint is not signed by the known key or one of its successors: ${then}.`,
    unknown: "The stored checkpoint is not signed by the keys stored beside it: someone changed the store.",
    rewound: `The log was rewound: ${then}, and now there are ${size}.`,
    forked: `The log was forked: ${then}, and a log of ${size} entries does not agree with them.`,
    gone: `The log is gone: ${then}, and now it shows none.`,
  };
  return problems[breach];
}

function nameKey({ keys }: KeptCheckpoint): string {
  return (keys.at(-1) ?? "").split("+").slice(0, 2).join("+");
}
