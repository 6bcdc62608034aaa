import { connection } from "next/server";
import { checkReadiness } from "@/lib/front-door/check-readiness";

/** Readiness: everything that a request needs is available. */
export async function GET(): Promise<Response> {
  await connection();
  const { code, body } = await checkReadiness();
  return Response.json(body, { status: code, headers: { "cache-control": "no-store" } });
}
