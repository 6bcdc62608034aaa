import { type OwnerAccess, openOwners } from "../access/open-owner";
import { escapePattern } from "../db/match-pattern";
import { prisma } from "../db/prisma";
import { readReference } from "../docs/surface/operations";
import { EVENT_TYPES } from "../events/catalog";
import { openOrganizations } from "../organizations/open-organization";
import { now } from "../platform/clock";
import { STATUSES } from "../platform/errors";
import { listColleagues, listWorkspaceRooms } from "../rooms/queries";
import type { TextHit } from "../rooms/search/collect-texts";
import { findTextsOfEachKind } from "../rooms/search/find-texts";
import { cutSnippet, readTextSearch } from "../rooms/search/search-terms";
import { matchesRoom, type WorkspaceRoom } from "../rooms/workspace";
import { openWebhookRooms } from "../webhooks/settings/open-webhook";
import type { Searcher } from "./hit";
import { type Hit, rankHits } from "./hit";
import { PAGES } from "./paths";

const SHOWN_MAX = 5;
const READ_MAX = 50;

const contains = (text: string) => ({ contains: escapePattern(text), mode: "insensitive" }) as const;

export async function findByName(searcher: Searcher, text: string): Promise<Hit[]> {
  const { userId } = searcher;
  const [owners, rooms] = await Promise.all([openOwners(userId), listWorkspaceRooms(userId)]);
  const [texts, ...found] = await Promise.all([
    findTextHits(userId, rooms, text),
    findWebhooks(userId, text),
    findKeys(owners, text),
    findApps(searcher, text),
    findPeople(userId, text),
    findOrganizations(userId, text),
    findConnectors(owners, text),
  ]);
  const named = [findRooms(rooms, text), ...found, findEventTypes(text), findOperations(text), findErrorCodes(text)];
  return [...named.flatMap((hits) => rankHits(hits, text, SHOWN_MAX)), ...texts];
}

async function findWebhooks(userId: string, text: string): Promise<Hit[]> {
  const rooms = await openWebhookRooms(userId);
  const found = await prisma().webhook.findMany({
    where: {
      roomId: { in: rooms.map(({ roomId }) => roomId) },
      OR: [{ name: contains(text) }, { url: contains(text) }],
    },
    select: { id: true, name: true, room: { select: { name: true } } },
    orderBy: { id: "desc" },
    take: READ_MAX,
  });
  return found.map(({ id, name, room }) => ({ kind: "webhook", id, name, detail: room.name, href: PAGES.webhook(id) }));
}

async function findKeys(owners: readonly OwnerAccess[], text: string): Promise<Hit[]> {
  const ids = (kind: "user" | "organization") =>
    owners.filter(({ owner }) => owner.kind === kind).map(({ owner }) => owner.id);
  const found = await prisma().apiKey.findMany({
    where: {
      AND: [
        { OR: [{ userId: { in: ids("user") } }, { organizationId: { in: ids("organization") } }] },
        { OR: [{ name: contains(text) }, { last4: text }] },
      ],
    },
    select: { id: true, name: true, last4: true },
    orderBy: { id: "desc" },
    take: READ_MAX,
  });
  return found.map(({ id, name, last4 }) => ({ kind: "key", id, name, detail: `…${last4}`, href: PAGES.key(id) }));
}

/** A grant comes first; only administrators see the registration of other apps. */
async function findApps({ userId, admin }: Searcher, text: string): Promise<Hit[]> {
  const name = contains(text);
  const [grants, apps] = await Promise.all([
    prisma().oAuthGrant.findMany({
      where: { userId, revokedAt: null, expiresAt: { gt: now() }, app: { name } },
      select: { id: true, app: { select: { id: true, name: true, developerName: true } } },
      orderBy: { id: "desc" },
      take: READ_MAX,
    }),
    admin === null
      ? []
      : prisma().oAuthApp.findMany({
          where: { name },
          select: { id: true, name: true, developerName: true },
          orderBy: { id: "desc" },
          take: READ_MAX,
        }),
  ]);
  const own = grants.map(
    ({ id, app }): Hit => ({ kind: "app", id, name: app.name, detail: app.developerName, href: PAGES.grant(id) }),
  );
  const registered = apps.map(
    ({ id, developerName, ...app }): Hit => ({ kind: "app", id, ...app, detail: developerName, href: PAGES.app(id) }),
  );
  return [...registered, ...own];
}

function findRooms(rooms: readonly WorkspaceRoom[], text: string): Hit[] {
  return rooms
    .filter((room) => matchesRoom(room, text))
    .map(({ id, name, organizationName }) => ({
      kind: "room",
      id,
      name,
      detail: organizationName,
      href: PAGES.room(id),
    }));
}

async function findTextHits(userId: string, rooms: readonly WorkspaceRoom[], text: string): Promise<Hit[]> {
  const search = readTextSearch(text, userId);
  const found = await findTextsOfEachKind(userId, rooms, search, SHOWN_MAX);
  const names = new Map(rooms.map(({ id, name }) => [id, name]));
  const excerptOf = (body: string) => cutSnippet(body, search.terms).map((part) => part.text);
  const nameOf = ({ title, body }: TextHit) => title ?? excerptOf(body).join("");
  return found.map((hit) => ({
    kind: hit.kind,
    id: hit.id,
    name: nameOf(hit),
    detail: names.get(hit.roomId) ?? null,
    href: PAGES.text(hit),
  }));
}

async function findPeople(userId: string, text: string): Promise<Hit[]> {
  const colleagues = await listColleagues(userId, text, READ_MAX);
  return colleagues.map(({ id, name, email, organizationName }) => ({
    kind: "person",
    id,
    name,
    detail: `${email} · ${organizationName}`,
    href: PAGES.person(email),
  }));
}

async function findOrganizations(userId: string, text: string): Promise<Hit[]> {
  const organizations = await openOrganizations(userId);
  return organizations
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .map(({ organizationId: id, name }) => ({
      kind: "organization",
      id,
      name,
      detail: null,
      href: PAGES.organization(id),
    }));
}

async function findConnectors(owners: readonly OwnerAccess[], text: string): Promise<Hit[]> {
  const found = await prisma().connector.findMany({
    where: {
      billingEntityId: { in: owners.map(({ owner }) => owner.billingEntityId) },
      deletedAt: null,
      name: contains(text),
    },
    select: { id: true, name: true },
    orderBy: { id: "desc" },
    take: READ_MAX,
  });
  return found.map(({ id, name }) => ({ kind: "connector", id, name, detail: null, href: PAGES.connector(id) }));
}

function findEventTypes(text: string): Hit[] {
  const wanted = text.toLowerCase();
  return EVENT_TYPES.filter((type) => type.includes(wanted)).map((type) => ({
    kind: "eventType",
    id: type,
    name: type,
    detail: null,
    href: PAGES.eventType(type),
  }));
}

function findOperations(text: string): Hit[] {
  const words = text.toLowerCase().split(/\s+/);
  const isWanted = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  return readReference()
    .operations.filter(({ id, summary, path }) => [id, summary, path].some(isWanted))
    .map(({ id, summary, method, path }) => ({
      kind: "operation",
      id,
      name: summary,
      detail: `${method} ${path}`,
      href: PAGES.operation(id),
    }));
}

function findErrorCodes(text: string): Hit[] {
  const wanted = text.toLowerCase();
  return Object.entries(STATUSES)
    .filter(([code]) => code.includes(wanted))
    .map(([code, status]) => ({
      kind: "errorCode",
      id: code,
      name: code,
      detail: String(status),
      href: PAGES.errorCode(code),
    }));
}
