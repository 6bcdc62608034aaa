import { openConnector } from "../agents/connectors/open-connector";
import { readConnector } from "../agents/connectors/queries";
import { readRun } from "../agents/runs/queries";
import { openKey } from "../api-keys/queries";
import { openStream } from "../audit-log/streams/open-stream";
import { prisma } from "../db/prisma";
import { readApp } from "../oauth/apps/apps-query";
import { openGrant } from "../oauth/grants/grants-query";
import { openOrganization } from "../organizations/open-organization";
import { AppError } from "../platform/errors";
import { isEventId, isId } from "../platform/ids";
import { findRequests, findUnownedRequest } from "../requests/find-request";
import { openRequests } from "../requests/open-viewer";
import { findColleague } from "../rooms/queries";
import { readWebhook } from "../webhooks/queries";
import { openWebhook } from "../webhooks/settings/open-webhook";
import { findInRoom } from "./find-in-room";
import type { Hit, Searcher } from "./hit";
import { PAGES } from "./paths";

type Find = (searcher: Searcher, id: string) => Promise<Hit[]>;

/** Each finder opens the thing as its screen does, so a thing that a person may not see is not found. */
const FINDERS: Readonly<Record<string, Find>> = {
  req: findRequest,
  wh: findDelivery,
  whd: findDelivery,
  evt: findDelivery,
  key: async ({ userId }, id) => {
    const { key } = await openKey(userId, id);
    return [{ kind: "key", id, name: key.name, detail: null, href: PAGES.key(id) }];
  },
  grant: async ({ userId }, id) => {
    const { grant } = await openGrant(userId, id);
    return [{ kind: "app", id, name: grant.app.name, detail: grant.app.developerName, href: PAGES.grant(id) }];
  },
  app: findApp,
  tok: findByToken,
  org: async ({ userId }, id) => {
    const { name } = await openOrganization(userId, id);
    return [{ kind: "organization", id, name, detail: null, href: PAGES.organization(id) }];
  },
  conn: async ({ userId }, id) => {
    const { name } = await readConnector(await openConnector(userId, id));
    return [{ kind: "connector", id, name, detail: null, href: PAGES.connector(id) }];
  },
  run: async ({ userId }, id) => {
    const { connectorName } = await readRun(userId, id);
    return [{ kind: "run", id, name: connectorName, detail: null, href: PAGES.run(id) }];
  },
  usr: async ({ userId }, id) => {
    const person = await findColleague(userId, id);
    if (!person) return [];
    const { name, email, organizationName } = person;
    return [{ kind: "person", id, name, detail: `${email} · ${organizationName}`, href: PAGES.person(email) }];
  },
  aus: async ({ userId }, id) => {
    await openStream(userId, id);
    return [{ kind: "stream", id, name: id, detail: null, href: PAGES.stream(id) }];
  },
  room: findInRoom,
  msg: findInRoom,
  task: findInRoom,
  rec: findInRoom,
  cmt: findInRoom,
  file: findInRoom,
  brd: findInRoom,
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isIdLike(text: string): boolean {
  const [prefix, rest] = splitId(text);
  return UUID.test(text) || isEventId(text) || (Object.hasOwn(FINDERS, prefix) && /^[0-9a-z]{26}$/.test(rest));
}

/** Hidden and missing things give the same empty result. */
export async function findById(searcher: Searcher, id: string): Promise<Hit[]> {
  const [prefix] = splitId(id);
  const find = UUID.test(id) ? findDelivery : Object.hasOwn(FINDERS, prefix) ? FINDERS[prefix] : undefined;
  if (!find) return [];
  try {
    return await find(searcher, id);
  } catch (error) {
    if (error instanceof AppError && (error.code === "not_found" || error.code === "room_not_found")) return [];
    throw error;
  }
}

function splitId(id: string): [string, string] {
  const end = id.indexOf("_");
  return end === -1 ? ["", id] : [id.slice(0, end), id.slice(end + 1)];
}

async function findRequest({ userId }: Searcher, id: string): Promise<Hit[]> {
  const [found] = await findRequests(await openRequests(userId), id);
  const row = found?.row ?? (await findUnownedRequest(id));
  if (!row) return [];
  return [
    { kind: "request", id, name: `${row.method} ${row.route}`, detail: String(row.status), href: PAGES.request(id) },
  ];
}

/** The audit log names tokens; a person's own token leads to its grant. */
async function findByToken({ userId }: Searcher, id: string): Promise<Hit[]> {
  if (!isId("tok", id)) return [];
  const token = await prisma().oAuthAccessToken.findFirst({
    where: { id, grant: { userId } },
    select: { grantId: true, grant: { select: { app: { select: { name: true, developerName: true } } } } },
  });
  if (!token) return [];
  const { name, developerName } = token.grant.app;
  return [{ kind: "app", id, name, detail: developerName, href: PAGES.grant(token.grantId) }];
}

async function findApp({ userId, admin }: Searcher, id: string): Promise<Hit[]> {
  if (!isId("app", id)) return [];
  if (admin) {
    const { app } = await readApp(admin, id);
    return [{ kind: "app", id, name: app.name, detail: app.developerName, href: PAGES.app(id) }];
  }
  const grant = await prisma().oAuthGrant.findFirst({
    where: { userId, appId: id },
    select: { id: true, app: { select: { name: true, developerName: true } } },
    orderBy: { id: "desc" },
  });
  if (!grant) return [];
  const { name, developerName } = grant.app;
  return [{ kind: "app", id, name, detail: developerName, href: PAGES.grant(grant.id) }];
}

/** The webhooks of an event belong to one room. */
const WEBHOOKS_MAX = 10;

async function findDelivery({ userId }: Searcher, id: string): Promise<Hit[]> {
  if (isId("wh", id)) {
    const { name, roomName } = await readWebhook(await openWebhook(userId, id));
    return [{ kind: "webhook", id, name, detail: roomName, href: PAGES.webhook(id) }];
  }
  if (id.startsWith("whd_")) return isId("whd", id) ? findAttempt(userId, id) : [];
  const where = id.startsWith("evt_") ? { eventId: id } : { id };
  if (id.startsWith("evt_") && !isEventId(id)) return [];
  const deliveries = await prisma().delivery.findMany({
    where,
    select: { webhookId: true, eventId: true, eventType: true },
    distinct: ["webhookId"],
    take: WEBHOOKS_MAX,
  });
  const hits = deliveries.map(async ({ webhookId, eventId, eventType }): Promise<Hit[]> => {
    const webhook = await findManagedWebhook(userId, webhookId);
    if (!webhook) return [];
    const kind = id === eventId ? "event" : "delivery";
    return [{ kind, id, name: eventType, detail: webhook.name, href: PAGES.event(webhookId, eventId) }];
  });
  return (await Promise.all(hits)).flat();
}

async function findAttempt(userId: string, id: string): Promise<Hit[]> {
  const attempt = await prisma().deliveryAttempt.findUnique({
    where: { id },
    select: { webhookId: true, event: true },
  });
  const webhook = attempt && (await findManagedWebhook(userId, attempt.webhookId));
  if (!attempt || !webhook) return [];
  return [
    { kind: "delivery", id, name: attempt.event, detail: webhook.name, href: PAGES.attempt(attempt.webhookId, id) },
  ];
}

async function findManagedWebhook(userId: string, webhookId: string): Promise<{ name: string } | null> {
  try {
    return await readWebhook(await openWebhook(userId, webhookId));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
