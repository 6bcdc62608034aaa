import type { Caller } from "@/lib/access/caller";
import { finishAsPerson } from "@/lib/access/open-as-person";
import { completeFile, openUpload, storeUpload } from "@/lib/files/complete";
import { answerJson, withSession } from "../../../with-room";

interface FileParams {
  roomId: string;
  fileId: string;
}

/** Moving the bytes may take a while, so it happens before the transaction. */
async function openKept(caller: Caller, params: FileParams) {
  const upload = await openUpload(caller, params);
  return { upload, kept: await storeUpload(upload) };
}

/** Step three of an upload: verifies the bytes against the announcement and publishes the file. */
export const POST = withSession(async ({ user }, params: FileParams) => {
  const file = await finishAsPerson(user.id, params, openKept, (tx, { upload, kept }) =>
    completeFile(tx, upload, kept),
  );
  return answerJson(file, 201);
});
