import type { TestDatabase } from "../../../e2e/support/scenes/database";
import type { createWorld } from "../../../e2e/support/scenes/world";
import { now } from "../../platform/clock";
import { type IdPrefix, newId, newIdAt } from "../../platform/ids";
import { listWorkspaceRooms } from "../queries";
import { type FoundTexts, findTexts } from "./find-texts";
import { indexTexts } from "./index-texts";
import { readTextSearch } from "./search-terms";

const PADDING_BLOCKS = 26;
const begunMs = now().getTime() - 360_000_000;
let made = 0;

/** Old enough for the index, and in the order of their making. */
function oldId(prefix: IdPrefix): string {
  made += 1;
  return newIdAt(prefix, new Date(begunMs + made * 1_000));
}

/** The texts get into the index before a search, or never. */
export function createTexts(database: TestDatabase, world: ReturnType<typeof createWorld>, isIndexed: boolean) {
  async function makePeople() {
    const acme = await world.organization({ seats: 5 });
    const [ann, gus] = [await world.user({ name: "Ann" }), await world.user()];
    for (const { id } of [ann, gus]) await world.join(acme.id, id);
    const makeRoom = async (seats: readonly { id: string }[], roomType = 0) => {
      const room = await world.room({ organizationId: acme.id, billingEntityId: acme.billingEntityId, roomType });
      for (const { id } of seats) await world.enter(room.id, id, id === gus.id ? 10 : 20);
      return room.id;
    };
    const say = async (roomId: string, body: string) => {
      const id = oldId("msg");
      await database.query(
        "INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, $4, now(), now())",
        [id, roomId, ann.id, body],
      );
      return id;
    };
    const record = async (roomId: string, title: string, content = "") => {
      const id = oldId("rec");
      await database.query(
        "INSERT INTO records (id, room_id, title, content, created_by_id, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, now(), now())",
        [id, roomId, title, content, ann.id],
      );
      return id;
    };
    const comment = async (roomId: string, body: string, title = "Minutes", onRecord?: string) => {
      const recordId = onRecord ?? (await record(roomId, title));
      const id = oldId("cmt");
      await database.query(
        `INSERT INTO record_comments (id, record_id, room_id, author_id, body, draft_key, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, convert_to($1, 'UTF8'), now(), now())`,
        [id, recordId, roomId, ann.id, body],
      );
      return { id, recordId };
    };
    const task = async (roomId: string, title: string, description: string) => {
      const [id, boardId] = [oldId("task"), newId("brd")];
      await database.query(
        "INSERT INTO boards (id, room_id, name, position, created_at) VALUES ($1, $2, 'B', 0, now())",
        [boardId, roomId],
      );
      await database.query(
        `INSERT INTO tasks (id, room_id, board_id, title, description, created_by_id, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, now(), now())`,
        [id, roomId, boardId, title, description, ann.id],
      );
      return id;
    };
    const file = async (roomId: string, name: string, messageId: string | null = null) => {
      const id = oldId("file");
      await database.query(
        `INSERT INTO files (id, room_id, file_name, size, mime_type, source, state, storage_key, message_id, uploaded_by_id, created_at)
         VALUES ($1, $2, $3, 1, 'text/plain', 'CHAT', 'READY', $1, $4, $5, now())`,
        [id, roomId, name, messageId, ann.id],
      );
      return id;
    };
    const findNow = async (userId: string, text: string, before = ""): Promise<FoundTexts> =>
      findTexts({ userId, entityId: null }, await listWorkspaceRooms(userId), readTextSearch(text, userId), {
        before,
        limit: 50,
      });
    const findPage = async (userId: string, text: string, before = "") => {
      if (isIndexed) await indexAll();
      return findNow(userId, text, before);
    };
    const find = async (userId: string, text: string) => (await findPage(userId, text)).hits;
    return { acme, ann, gus, makeRoom, say, record, comment, task, file, findNow, findPage, find };
  }

  let padding: { roomId: string; recordId: string; boardId: string; userId: string } | undefined;

  /** Adds enough blocks of each kind, in a room of somebody else, for a search to need the index. */
  async function indexAll(): Promise<void> {
    padding ??= await makePadding();
    const { roomId, recordId, boardId, userId } = padding;
    const insert = (prefix: IdPrefix, table: string, columns: string, values: string) => {
      const ids = Array.from({ length: PADDING_BLOCKS }, () => oldId(prefix));
      const at = table === "files" ? "" : ", updated_at";
      return database.query(
        `INSERT INTO ${table} (id, room_id, created_at${at}, ${columns})
         SELECT id, $2, now()${at && ", now()"}, ${values} FROM unnest($1::text[]) AS made(id)`,
        [ids, roomId],
      );
    };
    const long = "rpad('padding', 20000)";
    await insert("msg", "messages", "body", long);
    await insert(
      "cmt",
      "record_comments",
      "record_id, body, draft_key",
      `'${recordId}', ${long}, convert_to(id, 'UTF8')`,
    );
    await insert("rec", "records", "title, content", `'padding', ${long}`);
    await insert("task", "tasks", "board_id, title, description", `'${boardId}', 'padding', ${long}`);
    const facts = "file_name, size, mime_type, source, storage_key, uploaded_by_id";
    await insert("file", "files", facts, `${long}, 1, 'text/plain', 'CHAT', id, '${userId}'`);
    while (!(await indexTexts()));
  }

  async function makePadding() {
    const { ann, makeRoom, record, task } = await makePeople();
    const roomId = await makeRoom([]);
    const recordId = await record(roomId, "padding");
    const taskId = await task(roomId, "padding", "");
    const [found] = await database.query<{ boardId: string }>(`SELECT board_id AS "boardId" FROM tasks WHERE id = $1`, [
      taskId,
    ]);
    return { roomId, recordId, boardId: found?.boardId ?? "", userId: ann.id };
  }

  return { makePeople, indexAll };
}
