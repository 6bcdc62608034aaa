import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { finishAsPerson } from "../access/open-as-person";
import { openRoomToWrite } from "../access/open-room";
import { newId } from "../platform/ids";
import { FILE_UPLOAD_RETENTION_MS, limitStoredBytes, STORED_BYTES_MIN } from "../platform/limits";
import { createFile } from "./create";
import { readStoredBytes } from "./require-storage";

const database = useTestDatabase();
const world = createWorld(database);

const INT_MAX = 2 ** 31 - 1;
const LEFT = 5;

interface Scene {
  userId: string;
  roomId: string;
  messageId: string;
  billingEntityId: string;
}

async function createScene(): Promise<Scene> {
  const user = await world.user();
  const { id: roomId } = await world.room({ billingEntityId: user.billingEntityId });
  await world.enter(roomId, user.id, 40);
  const messageId = newId("msg");
  await database.query(
    "INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, 'M', now(), now())",
    [messageId, roomId, user.id],
  );
  return { userId: user.id, roomId, messageId, billingEntityId: user.billingEntityId };
}

async function keep(
  { userId, roomId }: Scene,
  size: number,
  { state = "READY", at = new Date() } = {},
): Promise<string> {
  const id = newId("file");
  await database.query(
    `INSERT INTO files (id, room_id, file_name, size, mime_type, source, state, uploaded_by_id, storage_key, created_at)
     VALUES ($1, $2, 'a', $3, 'text/plain', 'CHAT', $4::file_state, $5, $1, $6)`,
    [id, roomId, size, state, userId, at],
  );
  return id;
}

async function fill(scene: Scene): Promise<string[]> {
  const whole = Math.floor((STORED_BYTES_MIN - LEFT) / INT_MAX);
  const sizes = [...Array.from({ length: whole }, () => INT_MAX), STORED_BYTES_MIN - LEFT - whole * INT_MAX];
  return Promise.all(sizes.map((size) => keep(scene, size)));
}

const announce = ({ userId, roomId, messageId }: Scene, size = LEFT) =>
  finishAsPerson(userId, { roomId }, openRoomToWrite, (tx, access) =>
    createFile(tx, access, userId, { fileName: "a.txt", size, mimeType: "text/plain", messageId }),
  );

const storedBy = async ({ billingEntityId }: Scene) => (await readStoredBytes([billingEntityId])).get(billingEntityId);

test("accepts only as many concurrent uploads as fit", async () => {
  const scene = await createScene();
  await fill(scene);
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => announce(scene)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === "rejected")
      expect(outcome.reason).toMatchObject({
        code: "forbidden",
        details: { reason: "storage_limit", limit: STORED_BYTES_MIN, used: STORED_BYTES_MIN },
      });
  expect(await storedBy(scene)).toBe(STORED_BYTES_MIN);
});

test("frees bytes with a deleted file, an expired upload or a deleted room", async () => {
  const scene = await createScene();
  const [first] = await fill(scene);
  await keep(scene, LEFT, { state: "UPLOADING" });
  await expect(announce(scene)).rejects.toMatchObject({ code: "forbidden" });
  await database.query("UPDATE files SET created_at = $2 WHERE room_id = $1 AND state = 'UPLOADING'", [
    scene.roomId,
    new Date(Date.now() - FILE_UPLOAD_RETENTION_MS - 1_000),
  ]);
  await announce(scene);
  await expect(announce(scene)).rejects.toMatchObject({ code: "forbidden" });
  await database.query("DELETE FROM files WHERE id = $1", [first]);
  await announce(scene);
  await database.query("DELETE FROM rooms WHERE id = $1", [scene.roomId]);
  expect(await storedBy(scene)).toBe(0);
});

test("counts each entity alone, adds quota for seats and leaves unlimited plans unlimited", async () => {
  const [scene, other] = [await createScene(), await createScene()];
  await fill(scene);
  await announce(other, LEFT + 1);
  await expect(announce(scene, LEFT + 1)).rejects.toMatchObject({ code: "forbidden" });
  await database.query("UPDATE billing_entities SET seats = 2 WHERE id = $1", [scene.billingEntityId]);
  await announce(scene, LEFT + 1);
  await fill(scene);
  await expect(announce(scene, LEFT)).rejects.toMatchObject({ code: "forbidden" });
  await database.query("UPDATE billing_entities SET plan = 'UNLIMITED' WHERE id = $1", [scene.billingEntityId]);
  await announce(scene, LEFT);
  expect(limitStoredBytes({ plan: "UNLIMITED", seats: 1 })).toBeNull();
  expect(limitStoredBytes({ plan: "STANDARD", seats: 3 })).toBe(3 * STORED_BYTES_MIN);
});
