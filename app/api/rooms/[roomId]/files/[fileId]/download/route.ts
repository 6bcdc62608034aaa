import { openAsPerson } from "@/lib/access/open-as-person";
import { openFile, signDownload } from "@/lib/files/download";
import { isShownPicture } from "@/lib/files/read-preview";
import { notFound } from "@/lib/platform/errors";
import { withSession } from "../../../with-room";

export const GET = withSession(async ({ user }, params: { roomId: string; fileId: string }, request) => {
  const access = await openAsPerson(user.id, params, openFile);
  if (new URL(request.url).searchParams.has("shown") && !(await isShownPicture(access))) throw notFound();
  const { url } = signDownload(access);
  return new Response(null, { status: 302, headers: { location: url, "cache-control": "no-store" } });
});
