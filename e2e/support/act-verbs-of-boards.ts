import { transaction } from "../../lib/db/transaction";
import { archiveBoard, restoreBoard } from "../../lib/tasks/archive-board";
import { createBoard } from "../../lib/tasks/create-board";
import type { BoardAccess } from "../../lib/tasks/open-board";
import { renameBoard } from "../../lib/tasks/rename-board";
import type { ActScene } from "./act-scene";
import type { Verb } from "./act-verbs";

/** A board beside another one: a room keeps one open. */
async function addBoard(scene: ActScene): Promise<BoardAccess> {
  const room = await scene.openRoom();
  const add = (name: string) => transaction((tx) => createBoard(tx, room, { name }));
  await add("First");
  return { room, boardId: (await add("Second")).id };
}

const archive = (access: BoardAccess, { owner }: ActScene) =>
  transaction((tx) => archiveBoard(tx, access, owner.id)).then(() => access.boardId);

export const BOARD_VERBS: Verb[] = [
  [
    "renameBoard",
    async (scene) => {
      const access = await addBoard(scene);
      const change = { name: "Other" };
      return () => transaction((tx) => renameBoard(tx, access, scene.owner.id, change)).then(() => access.boardId);
    },
    { name: "board.update" },
  ],
  [
    "archiveBoard",
    async (scene) => {
      const access = await addBoard(scene);
      return () => archive(access, scene);
    },
    { name: "board.archive" },
  ],
  [
    "restoreBoard",
    async (scene) => {
      const access = await addBoard(scene);
      await archive(access, scene);
      return () => transaction((tx) => restoreBoard(tx, access, scene.owner.id)).then(() => access.boardId);
    },
    { name: "board.restore" },
  ],
];
