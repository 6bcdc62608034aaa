import { readMailHtml } from "@/lib/mail/queries";
import { isMailboxOpen } from "../open-mailbox";

/** As a mail program shows it: no script, and nothing of this service's own. */
const POLICY = "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'";

export async function GET(_: Request, { params }: { params: Promise<{ mailId: string }> }): Promise<Response> {
  const html = (await isMailboxOpen()) ? await readMailHtml((await params).mailId) : null;
  if (html === null) return new Response("There is no such mail.\n", { status: 404 });
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "cache-control": "no-store",
    },
  });
}
