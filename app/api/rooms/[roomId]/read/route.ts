import { z } from "zod";
import { markRead } from "@/lib/messages/mark-read";
import { notFound } from "@/lib/platform/errors";
import { readJson, withRoom } from "../with-room";

const Shown = z.object({ messageId: z.string(), firstId: z.string().optional() });

/** A route, not a server action: posts of the same page would wait for it. */
export const POST = withRoom(async ({ userId, access }, request) => {
  const shown = Shown.safeParse(await readJson(request));
  if (!shown.success) throw notFound();
  await markRead(access, userId, shown.data.messageId, shown.data.firstId);
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
});
