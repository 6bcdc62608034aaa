import { recordAction } from "../../audit/record-action";
import { type Transaction, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { LISTENERS_PER_PERSON_MAX } from "../../platform/command-line-limits";
import { decrypt, encrypt } from "../../platform/crypto";
import { invalid } from "../../platform/errors";
import { newId } from "../../platform/ids";
import { WEBHOOKS_PER_ROOM_MAX } from "../../platform/limits";
import { secretPlace } from "../../platform/sealed-places";
import { COUNT_PAUSED_DELIVERIES } from "../delivery/deliveries.sql";
import { describeAction, openWebhookRoom, type WebhookRoomAccess } from "../settings/open-webhook";
import { LOCK_WEBHOOK_ROOM } from "../settings/webhooks.sql";
import { createWebhookSecret } from "../signing/secret";
import type { StartedListener, StartListener } from "./listener";
import type { ListeningSession } from "./open-listener";

const NAME = "svc listen";

export async function startListener(session: ListeningSession, input: StartListener): Promise<StartedListener> {
  const room = await openWebhookRoom(session.userId, input.roomId);
  return transaction(async (tx) => {
    await tx.query(LOCK_WEBHOOK_ROOM, { roomId: room.roomId });
    const found = await tx.prisma.webhook.findFirst({
      where: { roomId: room.roomId, listener: { sessionId: session.id, userId: session.userId } },
      include: { secrets: { where: { role: "CURRENT" } } },
    });
    const secret = found && decrypt(found.secrets[0]?.ciphertext ?? "", secretPlace(found.id));
    if (found && secret) return resume(tx, room, input, { ...found, secret });
    return create(tx, room, session, input);
  });
}

interface Found {
  id: string;
  secret: string;
  isActive: boolean;
  apiVersion: string;
  standardHeaders: boolean;
  events: readonly string[];
}

/** Starting a listener activates it, because its person is there and sees the responses. */
async function resume(
  tx: Transaction,
  room: WebhookRoomAccess,
  { events, apiVersion, standardHeaders }: StartListener,
  { id, secret, isActive, ...before }: Found,
): Promise<StartedListener> {
  const activation = { isActive: true, disabledAt: null, disabledReason: null, consecutiveFailures: 0 };
  await tx.prisma.webhook.update({
    where: { id },
    data: { events, apiVersion, standardHeaders, updatedAt: now(), ...(isActive ? {} : activation) },
    select: { id: true },
  });
  const isChanged =
    before.apiVersion !== apiVersion ||
    before.standardHeaders !== standardHeaders ||
    before.events.join() !== events.join();
  if (isChanged) recordAction(tx, { name: "webhook.update", ...describeListener(room, id, events) });
  if (!isActive) recordAction(tx, { name: "webhook.activate", ...describeAction(room, id) });
  const [held] = await tx.query(COUNT_PAUSED_DELIVERIES, { webhookId: id });
  const { roomId, roomName } = room;
  return { id, secret, roomId, roomName, events, apiVersion, standardHeaders, isResumed: true, held: held?.count ?? 0 };
}

async function create(
  tx: Transaction,
  room: WebhookRoomAccess,
  { id: sessionId, userId, deviceName }: ListeningSession,
  { events, apiVersion, standardHeaders }: StartListener,
): Promise<StartedListener> {
  const { roomId, roomName } = room;
  const { webhook, webhookListener } = tx.prisma;
  const [inRoom, ofPerson] = [
    await webhook.count({ where: { roomId } }),
    await webhookListener.count({ where: { userId } }),
  ];
  if (inRoom >= WEBHOOKS_PER_ROOM_MAX)
    throw invalid([{ path: "roomId", message: `has ${WEBHOOKS_PER_ROOM_MAX} webhooks already: delete one first` }]);
  if (ofPerson >= LISTENERS_PER_PERSON_MAX)
    throw invalid([
      { path: "", message: `You have ${LISTENERS_PER_PERSON_MAX} listeners. End one on the webhooks screen` },
    ]);
  const [id, secret, at] = [newId("wh"), createWebhookSecret(), now()];
  await webhook.create({
    data: {
      id,
      roomId,
      name: NAME,
      url: null,
      events,
      apiVersion,
      standardHeaders,
      createdById: userId,
      createdAt: at,
      updatedAt: at,
      secrets: { create: { role: "CURRENT", ciphertext: encrypt(secret, secretPlace(id)), createdAt: at } },
      listener: { create: { userId, sessionId, deviceName, createdAt: at, usedAt: at } },
    },
    select: { id: true },
  });
  recordAction(tx, { name: "webhook.create", ...describeListener(room, id, events) });
  return { id, secret, roomId, roomName, events, apiVersion, standardHeaders, isResumed: false, held: 0 };
}

function describeListener(room: WebhookRoomAccess, webhookId: string, events: readonly string[]) {
  const action = describeAction(room, webhookId);
  return { ...action, details: { ...action.details, listener: true, events } };
}
