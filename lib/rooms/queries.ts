import type { Prisma } from "../../prisma/client/client";
import { type Caller, representedUserId } from "../access/caller";
import type { OwnerAccess } from "../access/open-owner";
import type { RoomAccess } from "../access/open-room";
import { MEMBER_ROLE, OWNER_ROLE } from "../access/roles";
import { matchPattern } from "../db/match-pattern";
import { type PageRequest, pageValues } from "../db/page";
import { prisma } from "../db/prisma";
import { readPage } from "../db/read-page";
import type { RowOf } from "../db/statement";
import { database, type Executor, query } from "../db/transaction";
import { roomNotFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { LISTED_PEOPLE_MAX, WORKSPACE_ROOMS_MAX } from "../platform/limits";
import type { RoomSummary } from "./room";
import {
  FIND_COLLEAGUE,
  LIST_COLLEAGUES,
  LIST_ROOM_PEOPLE,
  LIST_ROOMS_OF_ENTITY,
  LIST_ROOMS_OF_USER,
  LIST_WORKSPACE_ROOMS,
  READ_ROOM,
  READ_WORKSPACE_ROOM,
  SEATS_COUNTED_MAX,
} from "./rooms.sql";
import type { WorkspaceRoom } from "./workspace";

export function listWorkspaceRooms(userId: string): Promise<WorkspaceRoom[]> {
  return query(LIST_WORKSPACE_ROOMS, { userId, limit: WORKSPACE_ROOMS_MAX });
}

const KEY_ROOMS_NAMED_MAX = 6;

export interface KeyRooms {
  newest: readonly { id: string; name: string }[];
  total: number;
}

export async function readKeyRooms({ owner }: OwnerAccess): Promise<KeyRooms> {
  const { id, kind, billingEntityId } = owner;
  const userId = kind === "user" ? id : null;
  const seat = userId === null ? {} : { members: { some: { userId } } };
  const [newest, total] = await Promise.all([
    listRoomsOf(billingEntityId, userId, { limit: KEY_ROOMS_NAMED_MAX, after: null }),
    prisma().room.count({ where: { billingEntityId, roomType: 0, ...seat } }),
  ]);
  return { newest: newest.slice(0, KEY_ROOMS_NAMED_MAX).map(({ id: roomId, name }) => ({ id: roomId, name })), total };
}

export interface RoomPeople {
  names: readonly string[];
  more: number;
  isBounded: boolean;
}

export async function listRoomPeople(userId: string, roomIds: readonly string[]): Promise<Map<string, RoomPeople>> {
  const found = roomIds.length === 0 ? [] : await query(LIST_ROOM_PEOPLE, { userId, roomIds });
  return new Map(
    found.map(({ roomId, names, seats }) => [
      roomId,
      { names, more: seats - 1 - names.length, isBounded: seats === SEATS_COUNTED_MAX },
    ]),
  );
}

export async function readWorkspaceRoom(userId: string, { roomId }: RoomAccess): Promise<WorkspaceRoom | null> {
  const [room] = await query(READ_WORKSPACE_ROOM, { userId, roomId });
  return room ?? null;
}

const NAMES = { select: { name: true, email: true } } as const;
const PERSON = { userId: true, role: true, createdAt: true, user: NAMES } as const;

export type RoomPerson = ReturnType<typeof showPerson>;

function showPerson({ user, createdAt, ...seat }: Prisma.RoomMemberGetPayload<{ select: typeof PERSON }>) {
  return { ...seat, ...user, joinedAt: createdAt };
}

export async function listPeople({ roomId }: RoomAccess, text = ""): Promise<RoomPerson[]> {
  const matches = { contains: matchPattern(text), mode: "insensitive" } as const;
  const members = await prisma().roomMember.findMany({
    where: { roomId, user: { OR: [{ name: matches }, { email: matches }] } },
    select: PERSON,
    orderBy: [{ role: { sort: "desc", nulls: "last" } }, { user: { name: "asc" } }, { userId: "asc" }],
    take: LISTED_PEOPLE_MAX,
  });
  return members.map(showPerson);
}

export async function countPeople({ roomId }: RoomAccess): Promise<{ total: number; owners: number }> {
  const [total, owners] = await Promise.all([
    prisma().roomMember.count({ where: { roomId } }),
    prisma().roomMember.count({ where: { roomId, role: OWNER_ROLE } }),
  ]);
  return { total, owners };
}

export async function findPerson({ roomId }: RoomAccess, userId: string): Promise<RoomPerson | null> {
  if (!isId("usr", userId)) return null;
  const member = await prisma().roomMember.findUnique({ where: { userId_roomId: { userId, roomId } }, select: PERSON });
  return member && showPerson(member);
}

export type Candidate = Awaited<ReturnType<typeof listPeopleOfOrganization>>[number];

async function listPeopleOfOrganization(
  on: Executor,
  readerId: string,
  organizationId: string | null,
  user: Prisma.UserWhereInput,
) {
  if (organizationId === null) return [];
  const found = await on.prisma.organizationMembership.findMany({
    where: {
      organizationId,
      organization: { memberships: { some: { userId: readerId, role: { gte: MEMBER_ROLE } } } },
      user,
    },
    select: { userId: true, user: NAMES },
    orderBy: [{ user: { name: "asc" } }, { userId: "asc" }],
    take: LISTED_PEOPLE_MAX,
  });
  return found.map(({ userId, user: names }) => ({ userId, ...names }));
}

export function listCandidates({ roomId, organizationId }: RoomAccess, actorId: string): Promise<Candidate[]> {
  return listPeopleOfOrganization(database, actorId, organizationId, { roomMembership: { none: { roomId } } });
}

export async function findCandidate(
  on: Executor,
  { roomId, organizationId }: RoomAccess,
  actorId: string,
  typed: string,
): Promise<Candidate | null> {
  const email = typed.trim().toLowerCase().replaceAll("\u0000", "");
  const candidate = { email, roomMembership: { none: { roomId } } };
  const [found] = await listPeopleOfOrganization(on, actorId, organizationId, candidate);
  return found ?? null;
}

export function listPeopleOfPlace(userId: string, organizationId: string): Promise<Candidate[]> {
  return listPeopleOfOrganization(database, userId, organizationId, { id: { not: userId } });
}

export type Place = Awaited<ReturnType<typeof listPlaces>>[number];

export async function listPlaces(userId: string) {
  const memberships = await prisma().organizationMembership.findMany({
    where: { userId, role: { gte: MEMBER_ROLE }, organization: { isActive: true } },
    select: { organizationId: true, organization: { select: { name: true } } },
    orderBy: [{ organization: { name: "asc" } }, { organizationId: "asc" }],
  });
  return memberships.map(({ organizationId, organization: { name } }) => ({ organizationId, name }));
}

export type Colleague = RowOf<typeof LIST_COLLEAGUES>;

export function listColleagues(userId: string, search: string, max = WORKSPACE_ROOMS_MAX): Promise<Colleague[]> {
  return query(LIST_COLLEAGUES, { userId, search: search.trim(), limit: max });
}

export async function findColleague(userId: string, colleagueId: string): Promise<Colleague | null> {
  const [colleague] = isId("usr", colleagueId) ? await query(FIND_COLLEAGUE, { userId, colleagueId }) : [];
  return colleague ?? null;
}

export function listRooms(caller: Caller, page: PageRequest): Promise<RoomSummary[]> {
  return listRoomsOf(caller.billing.entityId, representedUserId(caller), page);
}

function listRoomsOf(entityId: string, userId: string | null, page: PageRequest): Promise<RoomSummary[]> {
  if (userId === null) return readPage(LIST_ROOMS_OF_ENTITY, entityId, page);
  return query(LIST_ROOMS_OF_USER, { ...pageValues(userId, page), entityId });
}

export async function readRoom({ roomId }: RoomAccess): Promise<RoomSummary> {
  const [room] = await query(READ_ROOM, { roomId });
  if (!room) throw roomNotFound();
  return room;
}
