import type { ApiVersion } from "../delivery/payload";

export const WEBHOOK_STATES = ["active", "failing", "inactive"] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

export function readState(webhook: { isActive: boolean; failureNotice: number | null }): WebhookState {
  if (!webhook.isActive) return "inactive";
  return webhook.failureNotice === null ? "active" : "failing";
}

export interface WebhookFilter {
  room: string;
  state: WebhookState | "";
  version: ApiVersion | "";
  text: string;
}

interface Filterable {
  roomId: string;
  roomName: string;
  name: string;
  url: string | null;
  listener: { deviceName: string } | null;
  apiVersion: ApiVersion;
  events: readonly string[];
  isActive: boolean;
  failureNotice: number | null;
}

export function matchesFilter(webhook: Filterable, { room, state, version, text }: WebhookFilter): boolean {
  const { roomId, roomName, name, url, listener, events, apiVersion } = webhook;
  const wanted = text.trim().toLowerCase();
  return (
    (room === "" || room === roomId) &&
    (state === "" || state === readState(webhook)) &&
    (version === "" || version === apiVersion) &&
    [name, url ?? listener?.deviceName ?? "", roomName, ...events].some((part) => part.toLowerCase().includes(wanted))
  );
}

/** The percentage is never 100 with a failure in it, and never 0 with a success. */
export function readSuccessPercent({ succeeded, failed }: { succeeded: number; failed: number }): number | null {
  const total = succeeded + failed;
  if (total === 0) return null;
  const percent = (succeeded / total) * 100;
  if (failed > 0 && percent > 99.9) return 99.9;
  return succeeded > 0 && percent < 0.1 ? 0.1 : Math.round(percent * 10) / 10;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function countDaysUntil(end: Date, now: Date): number {
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / DAY_MS));
}
