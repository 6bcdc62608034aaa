import { type Device, readDevice } from "../../platform/user-agent";

export interface EventRow {
  id: string;
  kind: GrantEvent;
  address: string | null;
  userAgent: string | null;
  at: Date;
}

export const GRANT_EVENTS = ["approved", "issued", "refreshed", "reused", "code_replayed", "revoked"] as const;
export type GrantEvent = (typeof GRANT_EVENTS)[number];

export interface TimelineEntry {
  id: string;
  kind: GrantEvent;
  address: string | null;
  device: Device | null;
  at: string;
  since: string;
  count: number;
}

/** Refreshes are folded, or an app that refreshes hourly would bury everything else. */
export function foldTimeline(events: readonly EventRow[]): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  for (const { id, kind, address, userAgent, at } of events) {
    const device = readDevice(userAgent);
    const last = entries.at(-1);
    if (last && kind === "refreshed" && isSameSource(last, { kind, address, device })) {
      last.since = at.toISOString();
      last.count += 1;
    } else {
      entries.push({ id, kind, address, device, at: at.toISOString(), since: at.toISOString(), count: 1 });
    }
  }
  return entries;
}

type Source = Pick<TimelineEntry, "kind" | "address" | "device">;

function isSameSource(a: Source, b: Source): boolean {
  return a.kind === b.kind && a.address === b.address && a.device?.raw === b.device?.raw;
}
