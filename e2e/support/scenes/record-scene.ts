import { beforeAll, beforeEach } from "vitest";
import { openAsPerson } from "../../../lib/access/open-as-person";
import { openRoomToWrite } from "../../../lib/access/open-room";
import { decideApproval, requestApproval, withdrawApproval } from "../../../lib/records/approve";
import { changeLifecycle } from "../../../lib/records/change-lifecycle";
import { createRecord } from "../../../lib/records/create";
import { deleteRecord } from "../../../lib/records/delete";
import { openRecord, openRecordToAct, openRecordToWrite } from "../../../lib/records/open";
import { listApprovals } from "../../../lib/records/queries";
import { type RecordChanges, restoreVersion, updateRecord } from "../../../lib/records/update";
import { addComment, deleteComment, editComment } from "../../../lib/records/write-comment";
import { writeAsPerson } from "../../../lib/usage/write-as-person";
import { useTestDatabase } from "./database";
import { forgetBursts } from "./shared-state";
import { createWorld } from "./world";

interface Scene {
  roomId: string;
  creator: string;
  member: string;
  manager: string;
  owner: string;
  guest: string;
}

export function useRecordScenes() {
  const database = useTestDatabase();
  const world = createWorld(database);

  async function makeScene(): Promise<Scene> {
    const organization = await world.organization({ seats: 5 });
    const { billingEntityId } = organization;
    const room = await world.room({ organizationId: organization.id, billingEntityId });
    const seat = async (role: number) => {
      const user = await world.user();
      await world.join(organization.id, user.id);
      await world.enter(room.id, user.id, role);
      return user.id;
    };
    const [creator, member, manager, owner, guest] = [
      await seat(20),
      await seat(20),
      await seat(30),
      await seat(40),
      await seat(10),
    ];
    return { roomId: room.id, creator, member, manager, owner, guest };
  }

  const scene = {} as Scene;
  beforeEach(forgetBursts);
  beforeAll(async () => {
    Object.assign(scene, await makeScene());
  });

  /** The verbs as the workspace calls them, bound to one person. */
  function act(userId: string, recordId: string, roomId = scene.roomId) {
    const params = { roomId, recordId };
    const move = <Result>(verb: Parameters<typeof writeAsPerson<typeof params, ActionAccess, Result>>[3]) =>
      writeAsPerson(userId, params, openRecordToAct, verb);
    return {
      save: (changes: RecordChanges) =>
        writeAsPerson(userId, params, openRecordToWrite, (tx, access) => updateRecord(tx, access, userId, changes)),
      restore: (version: number) =>
        writeAsPerson(userId, params, openRecordToWrite, (tx, access) => restoreVersion(tx, access, userId, version)),
      request: (comment = "") => move((tx, access) => requestApproval(tx, access, userId, comment)),
      decide: async (isApproved: boolean, comment = "", requestId?: string) => {
        const [open] = await listApprovals(await openAsPerson(userId, params, openRecord));
        const decision = { requestId: requestId ?? open?.id ?? "", isApproved, comment };
        return move((tx, access) => decideApproval(tx, access, userId, decision));
      },
      withdraw: () => move((tx, access) => withdrawApproval(tx, access, userId)),
      move: (name: "lock" | "unlock" | "archive" | "unarchive") =>
        move((tx, access) => changeLifecycle(tx, access, userId, name)),
      remove: (title: string) =>
        move((tx, access) => deleteRecord(tx, access, userId, { title, untitled: "Untitled" })),
      comment: (body: string, draftId = "") => move((tx, access) => addComment(tx, access, userId, { body, draftId })),
      editComment: (commentId: string, body: string) =>
        move((tx, access) => editComment(tx, access, userId, { commentId, body })),
      deleteComment: (commentId: string) => move((tx, access) => deleteComment(tx, access, userId, commentId)),
      read: () => openAsPerson(userId, params, openRecord),
    };
  }
  type ActionAccess = Awaited<ReturnType<typeof openRecordToAct>>;

  async function makeRecord(
    input = { title: "Minutes", content: "One\n" },
    userId = scene.creator,
    roomId = scene.roomId,
  ): Promise<string> {
    const params = { roomId };
    const { id } = await writeAsPerson(userId, params, openRoomToWrite, (tx, room) =>
      createRecord(tx, room, userId, input),
    );
    return id;
  }

  const readEvents = async (recordId: string) =>
    (
      await database.query<{ type: string }>("SELECT type FROM events WHERE object_id = $1 ORDER BY created_at, type", [
        recordId,
      ])
    ).map(({ type }) => type);

  const readStatus = async (recordId: string) =>
    (await database.query<{ status: string }>("SELECT status FROM records WHERE id = $1", [recordId]))[0]?.status;

  /** Counts the outcomes: `ok`, or the error's code. */
  async function settle(attempts: readonly Promise<unknown>[]): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const outcome of await Promise.allSettled(attempts)) {
      const name = outcome.status === "fulfilled" ? "ok" : (outcome.reason as { code: string }).code;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }
  return { database, scene, act, makeScene, makeRecord, readEvents, readStatus, settle };
}
