import type { Diagnosis } from "../../webhooks/history/diagnosis";
import type { DisabledReason } from "../../webhooks/settings/webhook";

/** The worst comes first. `held` (inactive webhooks) and `suspended` (tenants) wait on purpose. */
export const TROUBLES = ["late", "failing", "held", "suspended"] as const;
export type Trouble = (typeof TROUBLES)[number];

export const COUNTED_PER_WEBHOOK = 100;

export interface LastFailure {
  at: Date;
  statusCode: number | null;
  diagnosis: Diagnosis;
}

/** `failing` counts attempts of this hour and the last; the others count deliveries. */
type TroubleCounts = Readonly<Record<Trouble, number>>;

interface Troubled {
  host: string;
  troubles: readonly Trouble[];
  counts: TroubleCounts;
  attempts: number;
  /** The oldest late delivery; without one, the oldest that waits on purpose. */
  oldestAt: Date | null;
  lastFailure: LastFailure | null;
}

export interface TroubledWebhook extends Troubled {
  webhookId: string;
  tenantId: string;
  disabledReason: DisabledReason | null;
}

export interface TroubledHost extends Troubled {
  tenantIds: readonly string[];
  webhooks: readonly TroubledWebhook[];
}

export interface Finding {
  webhookId: string;
  host: string;
  tenantId: string;
  trouble: Trouble;
  count: number;
  attempts?: number;
  oldestAt?: Date | null;
  disabledReason?: DisabledReason | null;
}

export function mergeFindings(findings: readonly Finding[]): TroubledWebhook[] {
  return [...groupBy(findings, ({ webhookId }) => webhookId)].flatMap(([webhookId, found]) => {
    const [first] = found;
    if (!first) return [];
    return {
      webhookId,
      host: first.host,
      tenantId: first.tenantId,
      troubles: TROUBLES.filter((known) => found.some(({ trouble }) => trouble === known)),
      counts: countTroubles(found.map(({ trouble, count }) => ({ [trouble]: count }))),
      attempts: sum(found.map(({ attempts = 0 }) => attempts)),
      oldestAt: earliest(found.map(({ oldestAt = null }) => oldestAt)),
      disabledReason: found.find(({ disabledReason }) => disabledReason)?.disabledReason ?? null,
      lastFailure: null,
    };
  });
}

export function groupByHost(webhooks: readonly TroubledWebhook[]): TroubledHost[] {
  return [...groupBy(webhooks, ({ host }) => host)]
    .map(([host, found]) => {
      const late = found.filter(({ troubles }) => troubles.includes("late"));
      return {
        host,
        troubles: TROUBLES.filter((known) => found.some(({ troubles }) => troubles.includes(known))),
        counts: countTroubles(found.map(({ counts }) => counts)),
        attempts: sum(found.map(({ attempts }) => attempts)),
        oldestAt: earliest((late.length > 0 ? late : found).map(({ oldestAt }) => oldestAt)),
        lastFailure: latest(found),
        tenantIds: [...new Set(found.map(({ tenantId }) => tenantId))],
        webhooks: found.toSorted(compareTrouble),
      };
    })
    .toSorted(compareTrouble);
}

function compareTrouble(a: Troubled, b: Troubled): number {
  const rank = ({ troubles }: Troubled) => TROUBLES.findIndex((trouble) => troubles.includes(trouble));
  const age = ({ oldestAt }: Troubled) => oldestAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
  const isFailing = a.troubles[0] === "failing";
  return rank(a) - rank(b) || (isFailing ? b.counts.failing - a.counts.failing : age(a) - age(b));
}

function countTroubles(parts: readonly Partial<TroubleCounts>[]): TroubleCounts {
  const count = (trouble: Trouble) => sum(parts.map((part) => part[trouble] ?? 0));
  return { late: count("late"), failing: count("failing"), held: count("held"), suspended: count("suspended") };
}

function groupBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(nameOf(item));
    if (group) group.push(item);
    else groups.set(nameOf(item), [item]);
  }
  return groups;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function earliest(instants: readonly (Date | null)[]): Date | null {
  const known = instants.filter((at) => at !== null);
  return known.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

function latest(webhooks: readonly TroubledWebhook[]): LastFailure | null {
  const failures = webhooks.map(({ lastFailure }) => lastFailure).filter((failure) => failure !== null);
  return failures.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0] ?? null;
}
