import { z } from "zod";
import { markRead } from "@/lib/messages/mark-read";
import { notFound } from "@/lib/platform/errors";
import { readJson, withRoom } from "../with-room";

const Place = z.object({ messageId: z.string() });

/** This person has read the room up to a message. No server action: posts of the same page would wait for it. */
export const POST = withRoom(async ({ userId, access }, request) => {
  const place = Place.safeParse(await readJson(request));
  if (!place.success) throw notFound();
  await markRead(access, userId, place.data.messageId);
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
});
