import { EVENT_CATALOG } from "../../lib/events/catalog";
import { encrypt, randomToken } from "../../lib/platform/crypto";
import { gatewayTokenPlace, secretPlace } from "../../lib/platform/sealed-places";
import { createWebhookSecret } from "../../lib/webhooks/signing/secret";
import { seedDeliveries } from "./deliveries";
import type { Manifest } from "./manifest";
import { daysBefore, idAt } from "./moment";
import type { People, Tx } from "./people";
import type { Places } from "./rooms";

const STABLE = EVENT_CATALOG.filter(({ stable }) => stable);
const V1_EVENTS = STABLE.filter(({ inV1 }) => inV1).map(({ type }) => type);
const V2_EVENTS = STABLE.map(({ type }) => type);
/** Each start puts its own receiver before it, which answers while nothing listens there (scripts/start/demo-receiver.mjs). */
const RECEIVER = "http://127.0.0.1:4010";
/** Each start gives its gateway a free port and writes it here (scripts/start/demo-gateway.mjs). */
const DEMO_GATEWAY = "http://127.0.0.1:18789/demo";

export async function seedOutgoing(
  tx: Tx,
  at: Date,
  people: People,
  { rooms }: Places,
): Promise<Pick<Manifest, "webhooks" | "connectors">> {
  const placed = { roomId: rooms.general.id, createdById: people.users.owner.id };
  const v1 = { name: "Tracker (v1)", url: `${RECEIVER}/v1`, apiVersion: "2025-10-23", events: V1_EVENTS, ...placed };
  const v2 = { name: "Tracker", url: `${RECEIVER}/v2`, apiVersion: "2026-06-09", events: V2_EVENTS, ...placed };
  const off = { isActive: false, disabledAt: daysBefore(at, 3), disabledReason: "manual" };
  const inactive = {
    ...v2,
    name: "Old archive",
    url: `${RECEIVER}/inactive`,
    events: ["record.created", "record.updated"],
    ...off,
  };
  const webhooks = {
    v1: await createWebhook(tx, daysBefore(at, 75), v1),
    v2: await createWebhook(tx, daysBefore(at, 25), v2),
    inactive: await createWebhook(tx, daysBefore(at, 24), inactive),
  };
  await seedDeliveries(tx, at, people, webhooks);
  return {
    webhooks,
    connectors: { demo: { id: await createConnector(tx, daysBefore(at, 15), people, rooms.general.id) } },
  };
}

interface WebhookFacts {
  name: string;
  url: string;
  apiVersion: string;
  events: string[];
  roomId: string;
  createdById: string;
  isActive?: boolean;
  disabledAt?: Date;
  disabledReason?: string;
}

async function createWebhook(tx: Tx, createdAt: Date, facts: WebhookFacts): Promise<Manifest["webhooks"]["v1"]> {
  const id = idAt("wh", createdAt);
  const secret = createWebhookSecret();
  await tx.webhook.create({ data: { id, ...facts, createdAt, updatedAt: createdAt } });
  await tx.webhookSecret.create({
    data: { webhookId: id, role: "CURRENT", ciphertext: encrypt(secret, secretPlace(id)), createdAt },
  });
  return { id, roomId: facts.roomId, secret };
}

async function createConnector(
  tx: Tx,
  createdAt: Date,
  { users, organizations, billing }: People,
  roomId: string,
): Promise<string> {
  const id = idAt("conn", createdAt);
  await tx.connector.create({
    data: {
      id,
      name: "Desk agent",
      organizationId: organizations.acme.id,
      billingEntityId: billing.acme,
      gatewayBaseUrl: DEMO_GATEWAY,
      gatewayTokenCiphertext: encrypt(randomToken(), gatewayTokenPlace(id)),
      agentId: "main",
      sessionStrategy: "ROOM",
      toolProfile: "MESSAGE_WRITER",
      networkMode: "PRIVATE",
      createdById: users.owner.id,
      createdAt,
      updatedAt: createdAt,
      rooms: { create: { roomId } },
    },
  });
  return id;
}
