import { openAsPerson } from "@/lib/access/open-as-person";
import { openFile, signDownload } from "@/lib/files/download";
import { withSession } from "../../../with-room";

/**
 * Redirects to a short-lived signed URL. Every file is served as an attachment: links download it, and only a picture
 * embedded in one of our pages is displayed.
 */
export const GET = withSession(async ({ user }, params: { roomId: string; fileId: string }) => {
  const { url } = signDownload(await openAsPerson(user.id, params, openFile));
  return new Response(null, { status: 302, headers: { location: url, "cache-control": "no-store" } });
});
