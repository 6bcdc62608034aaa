import { afterAll, beforeEach, vi } from "vitest";
import type { EventType } from "../../../lib/events/catalog";
import { drainDeliveries } from "../../../lib/webhooks/delivery/dispatch";
import { type Received, readSigners, startReceiver } from "../servers/receiver";
import { useTestDatabase } from "./database";
import { useOpened } from "./opened";
import { createWebhookScene, type RegisterOptions, type WebhookScene } from "./webhook-scene";

/** Each test begins here, a second into a minute: the limits' windows are aligned to it. */
export const START = Math.floor(Date.now() / 60_000) * 60_000 + 1_000;
export const nowSeconds = () => Math.floor(Date.now() / 1000);

export function verifyAsReceiver(request: Received, secrets: readonly string[], nowSeconds: number): boolean {
  const signers = readSigners(request, Object.fromEntries(secrets.map((secret) => [secret, secret])), nowSeconds);
  return signers.some((signer) => signer !== "nobody");
}

/** Runs all retries by moving the clock. */
export async function drainThroughRetries(): Promise<void> {
  for (let n = 0; n < 4; n += 1) {
    await drainDeliveries();
    vi.setSystemTime(Date.now() + 10_000);
  }
}

let paths = 0;
/** A path of this receiver that no other test uses. */
export function pathTo(script: string): string {
  paths += 1;
  return `/${script}?n=${paths}`;
}

interface HistoryRow {
  id: string;
  attempt: number;
  success: boolean;
  statusCode: number | null;
  error: string | null;
  isFinal: boolean;
  eventId: string | null;
  deliveryId: string;
  preview: string | null;
  waitMs: number | null;
}

/** The engine at work: a database and a receiver of this test file, and a clock and a scene of each test. */
export function useDeliveries() {
  const database = useTestDatabase();
  const receiver = useOpened(startReceiver, ({ close }) => close());
  const held: { scene?: WebhookScene } = {};
  const scene = (): WebhookScene => {
    if (!held.scene) throw new Error("The scene is there once a test runs.");
    return held.scene;
  };

  afterAll(() => void vi.useRealTimers());
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: START });
    held.scene = await createWebhookScene(database);
  });

  const urlOf = (path: string) => receiver().url + path;
  const at = (path: string) => receiver().received.filter((request) => request.path === path);
  const register = (path: string, options?: RegisterOptions) => scene().register(urlOf(path), options);
  const emit = (type: EventType, objectId?: string) => scene().emit(type, objectId);
  const readHistory = (webhookId: string) =>
    database.query<HistoryRow>(
      `SELECT id, attempt, success, status_code AS "statusCode", error, finalized_at IS NOT NULL AS "isFinal",
         event_id AS "eventId", delivery_id AS "deliveryId", response_preview AS preview,
         (extract(epoch FROM next_retry_at - delivered_at) * 1000)::int AS "waitMs"
       FROM delivery_attempts WHERE webhook_id = $1 ORDER BY id`,
      [webhookId],
    );
  /** The sums of all hours, since the faked clock may enter another one; `isByHour`: each hour agrees with the history. */
  const sumHours = async (webhookId: string) =>
    (
      await database.query<{ attempts: number; failed: number; units: number; isByHour: boolean }>(
        `SELECT sum(attempts)::int AS attempts, sum(failed)::int AS failed, sum(units)::int AS units,
           bool_and(attempts = (SELECT count(*) FROM delivery_attempts a
             WHERE a.webhook_id = h.webhook_id AND date_trunc('hour', a.delivered_at, 'UTC') = h.hour)) AS "isByHour"
         FROM delivery_hours h WHERE webhook_id = $1`,
        [webhookId],
      )
    )[0];
  const readStates = async (webhookId: string) =>
    (
      await database.query<{ state: string }>(
        "SELECT state FROM deliveries WHERE webhook_id = $1 ORDER BY created_at, id",
        [webhookId],
      )
    ).map(({ state }) => state);
  const readLedger = async () =>
    (
      await database.query<{ confirmed: number; reserved: number }>(
        "SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1",
        [scene().billingEntityId],
      )
    )[0] ?? { confirmed: 0, reserved: 0 };

  return { database, scene, urlOf, at, register, emit, readHistory, sumHours, readStates, readLedger };
}
