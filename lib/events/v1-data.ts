/** The v1 `data` member, taken when an event happens. */
export type V1Data = Readonly<Record<string, unknown>>;

/** Of created, updated and approval events: the resource's public summary, and who acted. */
export function buildResourceData(summary: object, actorId: string): V1Data {
  return { ...summary, actorId };
}

/** Of a deletion: what is gone can only be named. */
export function buildDeletionData({ id, title }: { id: string; title: string }): V1Data {
  return { id, title };
}

export function buildMemberData({ roomId, userId }: { roomId: string; userId: string }): V1Data {
  return { roomId, userId };
}
