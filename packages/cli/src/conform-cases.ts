import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { HookRequest } from "./post-hook";
import { signStandardWebhook, signWebhook } from "./webhook-signing";

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

/** How everything is signed. */
interface Keys {
  secret: string;
  isStandard: boolean;
}

/** The parts of a signature header: the right one, and one that is not. */
type Choose = (right: string, other: string) => string[];

interface Making extends Keys {
  body?: string;
  id?: string;
  deliveryId?: string;
  ageSeconds?: number;
  choose?: Choose;
}

function make({ secret, id = newEventId(), body = buildBody(id), ageSeconds = 0, ...rest }: Making): HookRequest {
  const { deliveryId = randomUUID(), choose = (right: string) => [right], isStandard } = rest;
  const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds);
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Svc-Webhook/2.0",
    "Svc-Webhook-Id": id,
    "Svc-Webhook-Delivery": deliveryId,
    "Svc-Webhook-Timestamp": timestamp,
    "Svc-Webhook-Signature": choose(signWebhook({ secret, timestamp, body }), OTHER).join(","),
    "Svc-Webhook-Type": "message.created",
    "Svc-Webhook-Api-Version": V2,
  };
  if (!isStandard) return { headers, body };
  const signatures = choose(signStandardWebhook({ secret, timestamp, body, id }), OTHER_STANDARD);
  const standard = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
  return { headers: { ...headers, ...standard }, body };
}

/** A v1 delivery has both signatures until the old ones end. */
function makeV1(keys: Keys): HookRequest {
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
  const { headers } = make({ ...keys, body, deliveryId });
  return {
    body,
    headers: {
      ...headers,
      "User-Agent": "Svc-Webhook/1.0",
      "Svc-Webhook-Type": "record.created",
      "Svc-Webhook-Api-Version": V1,
      "X-Webhook-Signature": createHmac("sha256", keys.secret).update(body).digest("hex"),
      "X-Webhook-Event": "record.created",
      "X-Webhook-Delivery-Id": deliveryId,
    },
  };
}

const RAW = "express.raw({ type: 'application/json', limit: '1mb' })  // verify the raw body, then JSON.parse it";
const COMPARE = "if (!timingSafeEqual(expected, given)) return response.sendStatus(400)";

const MAC = "const mac = createHmac('sha256', SECRET).update(timestamp + '.').update(rawBody).digest('hex')";
const WINDOW = "if (Math.abs(Date.now() / 1000 - timestamp) > 300) return response.sendStatus(400)";
const OTHER = `v1=${"0".repeat(64)}`;
const OTHER_STANDARD = `v1,${Buffer.alloc(32).toString("base64")}`;

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

export function listConformCases(secret: string, isStandard: boolean): ConformCase[] {
  const keys = { secret, isStandard };
  const legacy = "const type = event.type ?? event.event  // v1 has no id: use deliveryId";
  return [
    accept("valid", "a v2 delivery as it is sent", MAC, make(keys)),
    ...listForgeries(keys),
    ...listRepetitions(keys),
    ...listBodies(keys),
    { ...accept("v1", "a v1 delivery with its headers", legacy, makeV1(keys)), isLegacy: true },
  ];
}

function listForgeries(keys: Keys): ConformCase[] {
  const sent = make(keys);
  const tampered = { ...sent, body: sent.body.replace("message.created", "message.deleted") };
  return [
    refuse("unsigned", "without a right signature", COMPARE, make({ ...keys, choose: (_, other) => [other] })),
    refuse("tampered", "a body changed on its way", COMPARE, tampered),
    refuse("stale", "signed an hour ago", WINDOW, make({ ...keys, ageSeconds: STALE_SECONDS })),
  ];
}

function listRepetitions(keys: Keys): ConformCase[] {
  const [once, id] = [make(keys), newEventId()];
  const both = [
    make({ ...keys, choose: (right, other) => [other, right] }),
    make({ ...keys, choose: (right, other) => [right, other] }),
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
      make({ ...keys, id }),
      make({ ...keys, id }),
    ),
  ];
}

function listBodies(keys: Keys): ConformCase[] {
  const id = newEventId();
  const event = JSON.parse(buildBody(id)) as object;
  const turned = JSON.stringify(Object.fromEntries(Object.entries(event).toReversed()));
  const huge = JSON.stringify({ ...event, extra: "x".repeat(HUGE_BYTES) });
  const unknown = "a body of 256 KB with an unknown member";
  return [
    accept("reordered", "JSON members in a different order", RAW, make({ ...keys, id, body: turned })),
    accept("huge", unknown, RAW, make({ ...keys, id, body: huge })),
  ];
}
