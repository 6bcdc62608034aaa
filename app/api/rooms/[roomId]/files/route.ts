import { openRoomToWrite } from "@/lib/access/open-room";
import { createFile } from "@/lib/files/create";
import { CreateFile } from "@/lib/files/file";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { readBody } from "../read-body";
import { answerJson, withSession } from "../with-room";

/** Step one of an upload: announces the file. */
export const POST = withSession(async ({ user }, params: { roomId: string }, request) => {
  const input = await readBody(request, CreateFile);
  const begun = await writeAsPerson(user.id, params, openRoomToWrite, (tx, access) =>
    createFile(tx, access, user.id, input),
  );
  return answerJson(begun, 201);
});
