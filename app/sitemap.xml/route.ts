import { connection } from "next/server";
import { writeSitemap } from "@/lib/docs/sitemap";
import { env } from "@/lib/platform/env";

export async function GET(): Promise<Response> {
  await connection();
  return new Response(writeSitemap(env().SVC_BASE_URL), {
    headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}
