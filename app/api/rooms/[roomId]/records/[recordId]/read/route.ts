import { z } from "zod";
import { openAsPerson } from "@/lib/access/open-as-person";
import { notFound } from "@/lib/platform/errors";
import { markCommentsRead } from "@/lib/records/mark-comments-read";
import { openRecord } from "@/lib/records/open";
import { readJson, withSession } from "../../../with-room";

const Shown = z.object({ commentId: z.string(), firstId: z.string() });

interface RecordParams {
  roomId: string;
  recordId: string;
}

/** A route, not a server action: posts of the same page would wait for it. */
export const POST = withSession(async ({ user }, params: RecordParams, request) => {
  const access = await openAsPerson(user.id, params, openRecord);
  const shown = Shown.safeParse(await readJson(request));
  if (!shown.success) throw notFound();
  await markCommentsRead(access, user.id, shown.data.commentId, shown.data.firstId);
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
});
