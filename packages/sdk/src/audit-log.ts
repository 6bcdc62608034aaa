import { type Bytes, extendKeys, joinKeys, openCheckpoint, openWithAny } from "./checkpoint.js";
import type { AuditLogEvidence, CheckpointStore, KeptCheckpoint } from "./checkpoint-store.js";
import { SvcApiError, SvcConnectionError, SvcError } from "./errors.js";
import { parseJson } from "./json.js";
import { isExtension } from "./log-growth.js";
import type { Settings } from "./transport.js";

type Breach = "unsigned" | "unknown" | "rewound" | "forked" | "gone";

/** The audit log is not the one that was seen before. The store has the evidence too. */
export class SvcAuditLogError extends SvcError {
  override name = "SvcAuditLogError";
  constructor(
    readonly reason: Breach,
    readonly evidence: AuditLogEvidence,
  ) {
    super(evidence.problem);
  }
}

export interface AuditLogSight {
  /** Entries of the log. */
  size: number;
  checkpoint: string;
  /** Undefined when the log was seen for the first time: its key is trusted from then on. */
  grownFrom: { size: number; seenAt: string } | undefined;
}

interface ShownKeys {
  key: string;
  handovers: readonly string[];
}
type Shown = ShownKeys & { checkpoint: string };

interface Comparison {
  breach: Breach | undefined;
  keys: readonly string[];
  keptSize: number;
  size: number;
}

/** The public, signed audit log of the service. Its readers witness that it only grows. */
export class AuditLog {
  readonly #settings: Settings;
  readonly #store: CheckpointStore | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#store = settings.checkpoints === false ? undefined : settings.checkpoints;
  }

  /**
   * Reads the newest checkpoint and proves that the log has only grown since the one before, which the store has kept.
   * Undefined: the service signs no log. Throws `SvcAuditLogError` for a log that was forked, rewound or not signed.
   */
  async check(): Promise<AuditLogSight | undefined> {
    // Before the log is read: a checkpoint that another process keeps meanwhile may be younger.
    const kept = await this.#store?.load();
    const shown = await this.#readShown();
    if (shown === undefined) return kept === undefined ? undefined : this.#refuse("gone", kept, undefined, 0);
    const comparison = await this.#compare(kept, shown);
    // A key that came between the two readings is there at the next.
    const again = comparison.breach === "unsigned" ? await this.#readShown() : undefined;
    return again === undefined
      ? this.#conclude(kept, shown, comparison)
      : this.#conclude(kept, again, await this.#compare(kept, again));
  }

  /** Undefined: there is no such part of the log. */
  async #read(path: string): Promise<Bytes | undefined> {
    const { fetch: send = fetch, baseUrl, timeoutMs = 30_000 } = this.#settings;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(`${baseUrl}/audit/log/${path}`, { redirect: "error", signal });
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      if (response.status === 404) return undefined;
      throw new SvcApiError(response, await response.text());
    } catch (cause) {
      if (cause instanceof SvcError) throw cause;
      throw new SvcConnectionError("The audit log could not be read", { cause });
    }
  }

  async #readShown(): Promise<Shown | undefined> {
    const [keys, checkpoint] = [await this.#readKeys(), await this.#read("checkpoint")];
    return keys && checkpoint && { ...keys, checkpoint: new TextDecoder().decode(checkpoint) };
  }

  async #readKeys(): Promise<ShownKeys | undefined> {
    const keys = await this.#read("keys");
    if (keys === undefined) return undefined;
    const named = parseJson<Partial<ShownKeys> | null>(new TextDecoder().decode(keys));
    if (!named) throw new SvcError("The keys of the audit log are no JSON: is this the service?");
    return { key: named.key ?? "", handovers: named.handovers ?? [] };
  }

  async #compare(kept: KeptCheckpoint | undefined, shown: Shown): Promise<Comparison> {
    const keys = await extendKeys(kept?.keys ?? [shown.key], shown.handovers);
    const now = await openCheckpoint(shown.checkpoint, keys.at(-1) ?? "");
    const before = kept === undefined ? now : await openWithAny(kept.checkpoint, keys);
    const found = { keys, keptSize: before?.size ?? 0, size: now?.size ?? 0 };
    if (now === undefined) return { breach: "unsigned", ...found };
    if (before === undefined) return { breach: "unknown", ...found };
    if (now.size < before.size) return { breach: "rewound", ...found };
    const isGrown = await isExtension(before, now, async (path) => {
      const bytes = await this.#read(path);
      if (bytes !== undefined) return bytes;
      throw new SvcError(`The service keeps back a part of its audit log: there is no ${path}`);
    });
    return { breach: isGrown ? undefined : "forked", ...found };
  }

  async #conclude(kept: KeptCheckpoint | undefined, shown: Shown, found: Comparison): Promise<AuditLogSight> {
    const { breach, keys, keptSize, size } = found;
    const { checkpoint } = shown;
    if (breach !== undefined) return this.#refuse(breach, kept, shown, size);
    await this.#keep(kept, { keys, checkpoint, seenAt: new Date().toISOString() }, shown);
    return { size, checkpoint, grownFrom: kept && { size: keptSize, seenAt: kept.seenAt } };
  }

  /** A checkpoint that another process keeps meanwhile must be of the same log: two of them may be shown different ones. */
  async #keep(kept: KeptCheckpoint | undefined, seen: KeptCheckpoint, shown: Shown): Promise<void> {
    const meanwhile = await this.#store?.exclusively(async () => {
      const latest = await this.#store?.load();
      if (latest !== undefined && latest.checkpoint !== kept?.checkpoint) return latest;
      await this.#store?.save(seen);
      return undefined;
    });
    if (meanwhile === undefined) return;
    const linked = await this.#linkKeys(meanwhile, seen, shown);
    const { breach, keys, keptSize, size } = await this.#compareMeanwhile(meanwhile, seen, linked);
    if (breach !== undefined) return this.#refuse(breach, meanwhile, linked, size);
    if (size > keptSize) await this.#keep(meanwhile, { ...seen, keys }, linked);
  }

  /** Processes that see the log for the first time before and after its next key know no key in common: only handovers join them. */
  async #linkKeys(meanwhile: KeptCheckpoint, seen: KeptCheckpoint, shown: Shown): Promise<Shown> {
    if (await joinKeys(meanwhile.keys, seen.keys, shown.handovers)) return shown;
    return { ...shown, handovers: (await this.#readKeys())?.handovers ?? shown.handovers };
  }

  /** Either of the two may be the older one, and an older one may have been signed by an older key. */
  async #compareMeanwhile(meanwhile: KeptCheckpoint, seen: KeptCheckpoint, shown: Shown): Promise<Comparison> {
    const keys = (await joinKeys(meanwhile.keys, seen.keys, shown.handovers)) ?? meanwhile.keys;
    const here = await openWithAny(shown.checkpoint, keys);
    const there = await openWithAny(meanwhile.checkpoint, keys);
    // A log under a later key has all entries that an earlier key has signed, so a shorter one was rewound.
    const isOlder = here !== undefined && there !== undefined && here.size <= there.size && here.keyAt <= there.keyAt;
    if (!isOlder) return this.#compare(meanwhile, shown);
    // The log that is shown here may not have all entries of the other one.
    const isGrown = await isExtension(here, there, async (path) => (await this.#read(path)) ?? new Uint8Array());
    return { breach: isGrown ? undefined : "forked", keys, keptSize: there.size, size: here.size };
  }

  async #refuse(
    breach: Breach,
    kept: KeptCheckpoint | undefined,
    shown: Shown | undefined,
    size: number,
  ): Promise<never> {
    const evidence = { problem: await describe(breach, kept, size), foundAt: new Date().toISOString(), kept, shown };
    await this.#store?.keepEvidence(evidence);
    throw new SvcAuditLogError(breach, evidence);
  }
}

async function describe(breach: Breach, kept: KeptCheckpoint | undefined, size: number): Promise<string> {
  if (kept === undefined) return "The log's checkpoint is not signed by the key that the log names.";
  const { size: keptSize = 0 } = (await openWithAny(kept.checkpoint, kept.keys)) ?? {};
  const then = `at ${kept.seenAt} you saw ${keptSize} entries`;
  const problems: Record<Breach, string> = {
    unsigned: `The checkpoint is not signed by the key of before, nor by one that it has introduced: ${then}.`,
    unknown: "The kept checkpoint is not signed by the keys that are kept beside it: its store was changed.",
    rewound: `The log was rewound: ${then}, and now there are ${size}.`,
    forked: `The log was forked: ${then}, and the log of ${size} entries does not agree with them.`,
    gone: `The log is gone: ${then}, and now it shows none.`,
  };
  return problems[breach];
}
