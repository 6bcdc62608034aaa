import { prisma } from "../../db/prisma";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import type { CallFailure } from "../../egress/send";
import { now } from "../../platform/clock";
import { decrypt, sha256 } from "../../platform/crypto";
import { log } from "../../platform/log";
import { pushSubscriptionPlace } from "../../platform/sealed-places";
import type { VapidKey } from "../../platform/vapid-key";
import { pushClient } from "./client";
import { encryptPush } from "./encrypt";
import { CLAIM_PUSHES, FIND_PUSH_DEVICE, LIST_PUSHED_NOTIFICATIONS } from "./push.sql";
import { PUSH_LIFETIME_MS, PushSubscription } from "./subscription";
import { signVapid, vapidKey } from "./vapid";
import { writePush } from "./write-push";

export const PUSHES_DUE = "push/due";

const BATCH_ROWS = 50;
const BATCHES_MAX = 20;
/** Shorter than the first wait of a claim, or a slow push service would get everything twice. */
const TIMEOUT_MS = 5_000;
const RESPONSE_MAX_BYTES = 16 * 1024;

type Claimed = RowOf<typeof CLAIM_PUSHES>;
type Outcome = "settled" | "failed";

/** Returns false when more is due. If its process dies, a push is sent again, and replaces the one that is shown. */
export async function drainPushes(): Promise<boolean> {
  const key = vapidKey();
  if (key === null) return true;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const claimed = await query(CLAIM_PUSHES, { at: now(), limit: BATCH_ROWS });
    const sessionIds = [...new Set(claimed.map(({ sessionId }) => sessionId))];
    await Promise.all(
      sessionIds.map((id) =>
        sendToDevice(
          id,
          claimed.filter(({ sessionId }) => sessionId === id),
          key,
        ),
      ),
    );
    if (claimed.length < BATCH_ROWS) return true;
  }
  return false;
}

async function sendToDevice(sessionId: string, claimed: readonly Claimed[], key: VapidKey): Promise<void> {
  const oldest = new Date(now().getTime() - PUSH_LIFETIME_MS);
  const fresh = claimed.filter(({ createdAt }) => createdAt > oldest);
  const outcome = await attempt(sessionId, fresh, key).catch((error: unknown): Outcome => {
    log().error({ error, sessionId }, "a push could not be written");
    return "failed";
  });
  const ended = claimed.filter((push) => outcome !== "failed" || !fresh.includes(push));
  const notificationId = { in: ended.map((push) => BigInt(push.notificationId)) };
  await prisma().notificationPush.deleteMany({ where: { sessionId, notificationId } });
}

async function attempt(sessionId: string, claimed: readonly Claimed[], key: VapidKey): Promise<Outcome> {
  const [device] = await query(FIND_PUSH_DEVICE, { sessionId, at: now() });
  if (!device) return "settled";
  const { userId, locale, ciphertext } = device;
  const ids = claimed.map(({ notificationId }) => notificationId);
  const notifications = await query(LIST_PUSHED_NOTIFICATIONS, { userId, ids });
  const push = writePush(
    notifications.map((notification) => ({ ...notification, isRead: false, requestId: null })),
    locale,
  );
  const opened = decrypt(ciphertext, pushSubscriptionPlace(sessionId));
  if (push === null || opened === null) return "settled";
  const { endpoint, keys } = PushSubscription.parse(JSON.parse(opened));
  const reply = await pushClient().call({
    method: "POST",
    url: endpoint,
    headers: {
      Authorization: signVapid(key, endpoint, now()),
      "Content-Encoding": "aes128gcm",
      "Content-Type": "application/octet-stream",
      TTL: String(PUSH_LIFETIME_MS / 1000),
      Topic: sha256(push.page).toString("base64url").slice(0, 32),
      Urgency: "normal",
    },
    body: encryptPush(JSON.stringify(push), keys),
    maxBytes: RESPONSE_MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
  });
  const problem = reply.failure ?? reply.statusCode;
  if (problem === 404 || problem === 410) {
    // Another subscription of this session may have replaced it meanwhile.
    await prisma().pushSubscription.deleteMany({ where: { sessionId, ciphertext } });
    return "settled";
  }
  if (typeof problem === "number" && problem < 300) return "settled";
  log().warn({ sessionId, host: new URL(endpoint).host, problem }, "a push was not taken");
  return isPassing(problem) ? "failed" : "settled";
}

function isPassing(problem: number | CallFailure): boolean {
  if (typeof problem === "number") return problem >= 500 || problem === 408 || problem === 429;
  return problem !== "target_refused";
}
