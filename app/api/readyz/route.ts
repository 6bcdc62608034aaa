import { connection } from "next/server";
import { backgroundHealth } from "@/lib/platform/background";
import { checkParts } from "./check-parts";
import { describeReadiness } from "./readiness";

/** Readiness: what a request needs is there. */
export async function GET(): Promise<Response> {
  await connection();
  const { code, body } = describeReadiness(await checkParts(), backgroundHealth().isStandingIn);
  return Response.json(body, { status: code, headers: { "cache-control": "no-store" } });
}
