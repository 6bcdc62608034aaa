/** The v1 `data` member, captured when the event happens. */
export type V1Data = Readonly<Record<string, unknown>>;

/** For created, updated and approval events: the resource's public summary and its actor. */
export function buildResourceData(summary: object, actorId: string): V1Data {
  return { ...summary, actorId };
}

/** For a deletion: only the id and title are left. */
export function buildDeletionData({ id, title }: { id: string; title: string }): V1Data {
  return { id, title };
}

export function buildMemberData({ roomId, userId }: { roomId: string; userId: string }): V1Data {
  return { roomId, userId };
}
