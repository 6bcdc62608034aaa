import { connection } from "next/server";
import { checkReadiness } from "@/lib/front-door/check-readiness";

/** Readiness: what a request needs is there. */
export async function GET(): Promise<Response> {
  await connection();
  const { code, body } = await checkReadiness();
  return Response.json(body, { status: code, headers: { "cache-control": "no-store" } });
}
