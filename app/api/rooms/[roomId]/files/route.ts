import type { z } from "zod";
import { openRoomToWrite } from "@/lib/access/open-room";
import { createFile } from "@/lib/files/create";
import { CreateFile } from "@/lib/files/file";
import { invalid } from "@/lib/platform/errors";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { answerJson, readJson, withSession } from "../with-room";

export const POST = withSession(async ({ user }, params: { roomId: string }, request) => {
  const input = await readAnnounced(request, CreateFile);
  const begun = await writeAsPerson(user.id, params, openRoomToWrite, (tx, access) =>
    createFile(tx, access, user.id, input),
  );
  return answerJson(begun, 201);
});

async function readAnnounced<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(await readJson(request));
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })));
}
