import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { HookRequest } from "./post-hook";
import { signWebhook } from "./webhook-signing";

/** One thing that happens to a receiver. `accept`: 2xx is right; `refuse`: 4xx is. */
export interface ConformCase {
  name: string;
  meaning: string;
  expects: "accept" | "refuse";
  /** The line to change in a receiver that does otherwise. */
  remedy: string;
  /** Sent one after another; each has to be as expected. */
  requests: readonly HookRequest[];
  isLegacy?: boolean;
}

const V1 = "2025-10-23";
const V2 = "2026-06-09";
const HUGE_BYTES = 256 * 1024;
const STALE_SECONDS = 3_600;

const newEventId = () => `evt_${randomBytes(16).toString("base64url")}`;

function buildBody(id: string): string {
  return JSON.stringify({
    id,
    type: "message.created",
    apiVersion: V2,
    createdAt: new Date().toISOString(),
    organizationId: "org_01jx8w6a00k9msv3p4y8j2w7hn",
    roomId: "room_01jx8w6a00b2qfc7t9d5x1g6rk",
    data: { object: { id: "msg_01jx8w6a00c3wkd9x1v7q5n8ps", type: "message" } },
  });
}

interface Making {
  secret: string;
  body?: string;
  id?: string;
  deliveryId?: string;
  ageSeconds?: number;
  sign?: (right: string) => string;
}

function make({ secret, id = newEventId(), body = buildBody(id), ageSeconds = 0, ...rest }: Making): HookRequest {
  const { deliveryId = randomUUID(), sign = (right: string) => right } = rest;
  const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds);
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Svc-Webhook/2.0",
    "Svc-Webhook-Id": id,
    "Svc-Webhook-Delivery": deliveryId,
    "Svc-Webhook-Timestamp": timestamp,
    "Svc-Webhook-Signature": sign(signWebhook({ secret, timestamp, body })),
    "Svc-Webhook-Type": "message.created",
    "Svc-Webhook-Api-Version": V2,
  };
  return { headers, body };
}

/** A v1 delivery has both signatures until the old ones end. */
function makeV1(secret: string): HookRequest {
  const deliveryId = randomUUID();
  const data = { id: "rec_01jx8w6a00f5gtm1c8r4h6y2bz", title: "Minutes – 議事録", status: "DRAFT" };
  const roomId = "room_01jx8w6a00b2qfc7t9d5x1g6rk";
  const body = JSON.stringify({
    event: "record.created",
    timestamp: new Date().toISOString(),
    roomId,
    data,
    deliveryId,
  });
  const { headers } = make({ secret, body, deliveryId });
  return {
    body,
    headers: {
      ...headers,
      "User-Agent": "Svc-Webhook/1.0",
      "Svc-Webhook-Type": "record.created",
      "Svc-Webhook-Api-Version": V1,
      "X-Webhook-Signature": createHmac("sha256", secret).update(body).digest("hex"),
      "X-Webhook-Event": "record.created",
      "X-Webhook-Delivery-Id": deliveryId,
    },
  };
}

const RAW =
  "express.raw({ type: 'application/json', limit: '1mb' })  // verify the bytes that came, then JSON.parse them";
const COMPARE = "if (!timingSafeEqual(expected, given)) return response.sendStatus(400)";

const MAC = "const mac = createHmac('sha256', SECRET).update(timestamp + '.').update(rawBody).digest('hex')";
const WINDOW = "if (Math.abs(Date.now() / 1000 - timestamp) > 300) return response.sendStatus(400)";
const OTHER = `v1=${"0".repeat(64)}`;

type Describe = (name: string, meaning: string, remedy: string, ...requests: HookRequest[]) => ConformCase;

const accept: Describe = (name, meaning, remedy, ...requests) => ({
  name,
  meaning,
  expects: "accept",
  remedy,
  requests,
});
const refuse: Describe = (name, meaning, remedy, ...requests) => ({
  name,
  meaning,
  expects: "refuse",
  remedy,
  requests,
});

export function listConformCases(secret: string): ConformCase[] {
  const legacy = "const type = event.type ?? event.event  // v1 has no id: use deliveryId";
  return [
    accept("valid", "a v2 delivery as it is sent", MAC, make({ secret })),
    ...listForgeries(secret),
    ...listRepetitions(secret),
    ...listBodies(secret),
    { ...accept("v1", "a delivery of the old version, with its headers", legacy, makeV1(secret)), isLegacy: true },
  ];
}

function listForgeries(secret: string): ConformCase[] {
  const sent = make({ secret });
  const tampered = { ...sent, body: sent.body.replace("message.created", "message.deleted") };
  return [
    refuse("unsigned", "without a right signature", COMPARE, make({ secret, sign: () => OTHER })),
    refuse("tampered", "a body that was changed on its way", COMPARE, tampered),
    refuse("stale", "signed an hour ago", WINDOW, make({ secret, ageSeconds: STALE_SECONDS })),
  ];
}

function listRepetitions(secret: string): ConformCase[] {
  const [once, id] = [make({ secret }), newEventId()];
  const both = [
    make({ secret, sign: (right) => `${OTHER},${right}` }),
    make({ secret, sign: (right) => `${right},${OTHER}` }),
  ];
  const seen = "if (await seen(headers['svc-webhook-delivery'])) return response.sendStatus(200)  // not an error";
  const handled = "if (await handled(headers['svc-webhook-id'])) return response.sendStatus(200)  // not an error";
  const parts = "signature.split(',').some((part) => matches(part.trim()))";
  return [
    accept("dual-signed", "two signatures, while a secret rotates", parts, ...both),
    accept("duplicate", "the same delivery twice", seen, once, once),
    accept(
      "redelivered",
      "the same event under a new delivery id",
      handled,
      make({ secret, id }),
      make({ secret, id }),
    ),
  ];
}

function listBodies(secret: string): ConformCase[] {
  const id = newEventId();
  const event = JSON.parse(buildBody(id)) as object;
  const turned = JSON.stringify(Object.fromEntries(Object.entries(event).toReversed()));
  const huge = JSON.stringify({ ...event, extra: "x".repeat(HUGE_BYTES) });
  const unknown = "a body of 256 KB with a member that you do not know";
  return [
    accept("reordered", "members of the JSON in another order", RAW, make({ secret, id, body: turned })),
    accept("huge", unknown, RAW, make({ secret, id, body: huge })),
  ];
}
