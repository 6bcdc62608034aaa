import type { TestDatabase } from "../support/scenes/database";
import { createWorld } from "../support/scenes/world";

export interface Writer {
  id: string;
  token: string;
  roomId: string;
  taskId: string;
}

export interface Write {
  writer: Writer;
  key: string;
  kind: "message" | "task" | "record" | "update";
  method: "POST" | "PATCH";
  path: string;
  body: Record<string, string>;
}

/** Three kinds of payer, so that no ledger row can hide behind another: seats, no limit, and an individual. */
export async function createWriters(
  database: TestDatabase,
  count: number,
): Promise<{ writers: Writer[]; readKey: string }> {
  const world = createWorld(database);
  const seats = await world.organization({ seats: 50 });
  const unlimited = await world.organization({ plan: "UNLIMITED" });
  const { key } = await world.apiKey({ organizationId: seats.id, billingEntityId: seats.billingEntityId });
  const payers = [seats, unlimited, null];
  const writers = Array.from({ length: count }, (_, n) => createWriter(database, payers[n % 3] ?? null));
  return { writers: await Promise.all(writers), readKey: key };
}

async function createWriter(
  database: TestDatabase,
  organization: { id: string; billingEntityId: string } | null,
): Promise<Writer> {
  const world = createWorld(database);
  const user = await world.user();
  const billingEntityId = organization?.billingEntityId ?? user.billingEntityId;
  if (organization) await world.join(organization.id, user.id);
  const room = await world.room({ organizationId: organization?.id ?? null, billingEntityId });
  await world.enter(room.id, user.id);
  const { id: boardId } = await world.board(room.id);
  const taskId = await world.insert("tasks", { room_id: room.id, board_id: boardId });
  const { token } = await world.accessToken({ userId: user.id, billingEntityId });
  return { id: user.id, token, roomId: room.id, taskId };
}

export function createRandomWrite(writers: readonly Writer[], key: string): Write {
  const writer = pick(writers);
  const room = `/v1/rooms/${writer.roomId}`;
  const write = { writer, key, method: "POST" as const };
  const kind = pick(["message", "message", "task", "record", "update"] as const);
  if (kind === "message") return { ...write, kind, path: `${room}/messages`, body: { body: key } };
  if (kind === "update")
    return { ...write, kind, method: "PATCH", path: `${room}/tasks/${writer.taskId}`, body: { title: key } };
  return { ...write, kind, path: `${room}/${kind}s`, body: { title: key } };
}

function pick<T>(items: readonly T[]): T {
  return items[Math.floor(Math.random() * items.length)] as T;
}
