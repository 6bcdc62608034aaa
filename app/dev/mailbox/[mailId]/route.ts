import { readMailHtml } from "@/lib/mail/queries";
import { isMailboxOpen } from "../open-mailbox";

const POLICY = "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'";

/** The styles of a mail, its dark colours among them, need the nonce of the page that shows it. */
const NONCE = /'nonce-([^']+)'/;

export async function GET(request: Request, { params }: { params: Promise<{ mailId: string }> }): Promise<Response> {
  const html = (await isMailboxOpen()) ? await readMailHtml((await params).mailId) : null;
  if (html === null) return new Response("There is no such mail.\n", { status: 404 });
  const [, nonce] = NONCE.exec(request.headers.get("content-security-policy") ?? "") ?? [];
  return new Response(nonce === undefined ? html : html.replace("<style>", `<style nonce="${nonce}">`), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "cache-control": "no-store",
    },
  });
}
