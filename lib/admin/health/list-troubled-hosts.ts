import type { AdminAccess } from "../../access/open-administration";
import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { lowestId } from "../../platform/ids";
import { diagnose } from "../../webhooks/history/diagnosis";
import { ALERT_LIMITS } from "../monitoring/alert-limits";
import {
  LIST_FAILING_WEBHOOKS,
  LIST_HELD_WEBHOOKS,
  LIST_LATE_WEBHOOKS,
  NAME_TENANTS,
  READ_LAST_FAILURES,
} from "./hosts.sql";
import {
  COUNTED_PER_WEBHOOK,
  type Finding,
  groupByHost,
  type LastFailure,
  mergeFindings,
  type TroubledHost,
} from "./troubled-host";

const HOUR_MS = 60 * 60 * 1000;
/** The walk costs most: 20 µs and up to 100 rows a webhook. */
const WEBHOOKS_MAX = 5_000;
const HELD_MAX = 500;
const HOSTS_SHOWN = 100;
const FAILURES_READ_PER_HOST = 5;
const DAYS_OF_FAILURES = 7;
const ATTEMPTS_READ = 50;

interface TroubleList {
  hosts: TroubledHost[];
  tenants: ReadonlyMap<string, string | null>;
  isCut: boolean;
}

export async function listTroubledHosts(_admin: AdminAccess): Promise<TroubleList> {
  const at = now();
  const [late, failing, held] = await Promise.all([readLate(at), readFailing(at), readHeld()]);
  const found = groupByHost(mergeFindings([...late.findings, ...failing, ...held]));
  const page = found.slice(0, HOSTS_SHOWN);
  const failures = await readLastFailures(page, at);
  const hosts = groupByHost(
    page.flatMap(({ webhooks }) =>
      webhooks.map((webhook) => ({ ...webhook, lastFailure: failures.get(webhook.webhookId) ?? null })),
    ),
  );
  const tenantIds = [...new Set(hosts.flatMap((host) => host.tenantIds))];
  const names = await query(NAME_TENANTS, { tenantIds });
  return {
    hosts,
    tenants: new Map(names.map(({ id, name }) => [id, name])),
    isCut: found.length > HOSTS_SHOWN || late.walked >= WEBHOOKS_MAX,
  };
}

async function readLate(at: Date): Promise<{ walked: number; findings: Finding[] }> {
  const before = new Date(at.getTime() - ALERT_LIMITS.SvcDeliveriesLate.above * 1000);
  const rows = await query(LIST_LATE_WEBHOOKS, { limit: WEBHOOKS_MAX, before, countedMax: COUNTED_PER_WEBHOOK });
  const findings = rows.flatMap(({ webhookId, host, tenantId, isSuspended, waiting, oldestAt }): Finding[] => {
    if (webhookId === null || host === null || tenantId === null) return [];
    return [{ webhookId, host, tenantId, trouble: isSuspended ? "suspended" : "late", count: waiting ?? 0, oldestAt }];
  });
  return { walked: rows[0]?.walked ?? 0, findings };
}

async function readFailing(at: Date): Promise<Finding[]> {
  // The current hour may have just begun.
  const since = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS - HOUR_MS);
  const rows = await query(LIST_FAILING_WEBHOOKS, { since, limit: WEBHOOKS_MAX });
  return rows.flatMap(({ isActive, failed, ...row }) =>
    isActive ? [{ ...row, trouble: "failing", count: failed }] : [],
  );
}

async function readHeld(): Promise<Finding[]> {
  const rows = await query(LIST_HELD_WEBHOOKS, { limit: HELD_MAX, countedMax: COUNTED_PER_WEBHOOK });
  return rows.map(({ held, disabledAt, ...row }) => ({ ...row, trouble: "held", count: held, oldestAt: disabledAt }));
}

async function readLastFailures(hosts: readonly TroubledHost[], at: Date): Promise<Map<string, LastFailure>> {
  const ids = hosts.flatMap(({ webhooks }) =>
    webhooks.slice(0, FAILURES_READ_PER_HOST).map(({ webhookId }) => webhookId),
  );
  const since = lowestId("whd", new Date(at.getTime() - DAYS_OF_FAILURES * 24 * HOUR_MS));
  const rows = await query(READ_LAST_FAILURES, { ids, since, limit: ATTEMPTS_READ });
  return new Map(
    rows.map((row) => [
      row.webhookId,
      { at: row.at, statusCode: row.statusCode, diagnosis: diagnose({ ...row, success: false }) },
    ]),
  );
}
