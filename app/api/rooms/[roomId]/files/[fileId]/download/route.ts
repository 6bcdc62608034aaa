import { openAsPerson } from "@/lib/access/person-store";
import { openFile, signDownload } from "@/lib/files/store";
import { withSession } from "../../../with-room";

/**
 * To a signed URL that is good for a while. It answers with an attachment, whatever the file is: links download it, and
 * only a picture that a page of ours embeds is shown.
 */
export const GET = withSession(async ({ user }, params: { roomId: string; fileId: string }) => {
  const { url } = signDownload(await openAsPerson(user.id, params, openFile));
  return new Response(null, { status: 302, headers: { location: url, "cache-control": "no-store" } });
});
