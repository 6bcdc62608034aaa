import { connection } from "next/server";
import { writeRobots } from "@/lib/docs/sitemap";
import { env, isProductionService } from "@/lib/platform/env";

export async function GET(): Promise<Response> {
  await connection();
  return new Response(writeRobots(env().SVC_BASE_URL, isProductionService()), {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}
