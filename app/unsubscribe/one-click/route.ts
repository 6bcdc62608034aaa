import { stopMails } from "@/lib/notifications/save-preferences";
import { readUnsubscribeLink } from "@/lib/notifications/unsubscribe-link";

/**
 * RFC 8058: a mail program posts here once its person has clicked. Only POST, since programs that check mail open links.
 * The body says nothing that the link does not, and is not read.
 */
export async function POST(request: Request): Promise<Response> {
  const link = new URL(request.url).searchParams.get("link") ?? "";
  const unsubscribing = readUnsubscribeLink(link);
  if (unsubscribing === null) return answer(400, "This link is not valid.");
  await stopMails(unsubscribing);
  return answer(200, "Unsubscribed.");
}

function answer(status: number, text: string): Response {
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  return new Response(`${text}\n`, { status, headers });
}
