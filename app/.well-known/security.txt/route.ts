import { connection } from "next/server";
import { LOCALES } from "@/lib/i18n/locale";
import { now } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";

/** Computed at each request, and less than the year that RFC 9116 recommends. */
const VALID_MS = 180 * 24 * 60 * 60 * 1000;

/** RFC 9116 */
export async function GET(): Promise<Response> {
  await connection();
  const { SVC_BASE_URL, SVC_SECURITY_CONTACT } = env();
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" };
  if (SVC_SECURITY_CONTACT === undefined) return new Response("No contact is set.\n", { status: 404, headers });
  const lines = [
    `Contact: ${SVC_SECURITY_CONTACT}`,
    `Expires: ${new Date(now().getTime() + VALID_MS).toISOString()}`,
    `Preferred-Languages: ${LOCALES.join(", ")}`,
    `Canonical: ${SVC_BASE_URL}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, { headers });
}
