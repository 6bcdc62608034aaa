import type { z } from "zod";
import { openRoomToWrite } from "@/lib/access/open-room";
import { createFile } from "@/lib/files/create";
import { CreateFile } from "@/lib/files/file";
import { AppError, invalid } from "@/lib/platform/errors";
import { REQUEST_BODY_MAX_BYTES } from "@/lib/platform/limits";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { answerJson, withSession } from "../with-room";

/** Step one of an upload: announces the file. */
export const POST = withSession(async ({ user }, params: { roomId: string }, request) => {
  const input = await readBody(request, CreateFile);
  const begun = await writeAsPerson(user.id, params, openRoomToWrite, (tx, access) =>
    createFile(tx, access, user.id, input),
  );
  return answerJson(begun, 201);
});

/** Parses a JSON body of one of our pages with the schema of `/v1`. */
async function readBody<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (!(length <= REQUEST_BODY_MAX_BYTES)) throw new AppError("validation_error", "The body is too large.");
  const body: unknown = await request.json().catch(() => undefined);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })));
}
