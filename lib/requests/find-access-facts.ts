import { type Audience, findAudience } from "../access/credentials/token";
import { prisma } from "../db/prisma";
import { now } from "../platform/clock";
import type { RequestArea, RequestViewer } from "./open-viewer";

export interface AccessFacts {
  /** `unseen`: the room does not exist, or the viewer may not know. */
  room: "unseen" | "here" | "elsewhere" | "direct";
  roomOwner: { kind: RequestArea["kind"]; id: string } | null;
  hasSeat: boolean;
  role: number | null;
  hasBoard: boolean;
  record: { isCreator: boolean; status: string } | null;
  file: { isUploader: boolean; isComplete: boolean } | null;
  keyScopes: readonly string[] | null;
  grant: GrantFacts | null;
}

interface GrantFacts {
  isOpen: boolean;
  audience: Audience | null;
  app: { isActive: boolean; allowedScopes: readonly string[] };
}

export const NO_FACTS: AccessFacts = {
  room: "unseen",
  roomOwner: null,
  hasSeat: false,
  role: null,
  hasBoard: true,
  record: null,
  file: null,
  keyScopes: null,
  grant: null,
};

interface FactsQuery {
  roomId: string | null;
  ids: Readonly<Record<string, string | null>>;
  userId: string | null;
  credentialId: string | null;
  grantId: string | null;
}

export async function findAccessFacts(
  viewer: RequestViewer,
  area: RequestArea,
  wanted: FactsQuery,
): Promise<AccessFacts> {
  const [room, keyScopes, grant] = await Promise.all([
    findRoomFacts(viewer, area, wanted),
    findKeyScopes(wanted.credentialId),
    findGrantFacts(wanted.grantId),
  ]);
  return { ...NO_FACTS, ...room, keyScopes, grant };
}

async function findRoomFacts(
  { userId: viewerId, areas }: RequestViewer,
  { entityId }: RequestArea,
  { roomId, ids, userId }: FactsQuery,
): Promise<Partial<AccessFacts>> {
  if (roomId === null) return {};
  const people = [viewerId, ...(userId === null ? [] : [userId])];
  const room = await prisma().room.findUnique({
    where: { id: roomId },
    select: {
      billingEntityId: true,
      roomType: true,
      organizationId: true,
      billingEntity: { select: { user: { select: { id: true } } } },
      boards: { where: { archivedAt: null }, select: { id: true }, take: 1 },
      members: { where: { userId: { in: people } }, select: { userId: true, role: true } },
    },
  });
  if (!room) return {};
  const { organizationId, billingEntityId, billingEntity, roomType } = room;
  const isManaged = areas.some((area) => area.entityId === billingEntityId && area.seesAll);
  const mayKnow = room.members.some((member) => member.userId === viewerId) || (isManaged && roomType === 0);
  if (!mayKnow) return {};
  const seat = room.members.find((member) => member.userId === userId);
  const isHere = billingEntityId === entityId && roomType === 0;
  const ownerId = organizationId ?? billingEntity.user?.id;
  return {
    room: roomType !== 0 ? "direct" : isHere ? "here" : "elsewhere",
    roomOwner: ownerId === undefined ? null : { kind: organizationId === null ? "user" : "organization", id: ownerId },
    hasSeat: seat !== undefined,
    role: seat?.role ?? null,
    hasBoard: room.boards.length > 0,
    ...(isHere ? await findObjectFacts(roomId, ids, userId) : {}),
  };
}

async function findObjectFacts(roomId: string, ids: FactsQuery["ids"], userId: string | null) {
  const { recordId = null, fileId = null } = ids;
  const record =
    recordId === null
      ? null
      : await prisma().record.findFirst({
          where: { id: recordId, roomId },
          select: { createdById: true, status: true },
        });
  const file =
    fileId === null
      ? null
      : await prisma().file.findFirst({ where: { id: fileId, roomId }, select: { uploadedById: true, state: true } });
  return {
    record: record && { isCreator: record.createdById === userId, status: record.status },
    file: file && { isUploader: file.uploadedById === userId, isComplete: file.state === "READY" },
  };
}

async function findKeyScopes(id: string | null): Promise<readonly string[] | null> {
  if (!id?.startsWith("key_")) return null;
  const key = await prisma().apiKey.findUnique({ where: { id }, select: { scopes: true } });
  return key?.scopes ?? null;
}

async function findGrantFacts(id: string | null): Promise<GrantFacts | null> {
  if (id === null) return null;
  const app = { select: { isActive: true, allowedScopes: true } } as const;
  const select = { revokedAt: true, expiresAt: true, audience: true, app } as const;
  const grant = await prisma().oAuthGrant.findUnique({ where: { id }, select });
  if (!grant) return null;
  const isOpen = grant.revokedAt === null && grant.expiresAt > now();
  return { isOpen, audience: findAudience(grant.audience), app: grant.app };
}
