export type V1Data = Readonly<Record<string, unknown>>;

export function buildResourceData(summary: object, actorId: string): V1Data {
  return { ...summary, actorId };
}

export function buildDeletionData({ id, title }: { id: string; title: string }): V1Data {
  return { id, title };
}

export function buildMemberData({ roomId, userId }: { roomId: string; userId: string }): V1Data {
  return { roomId, userId };
}
