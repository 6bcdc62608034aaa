import { connection } from "next/server";
import { readStatus, STATUS_MAX_AGE_SECONDS } from "@/app/api/readyz/read-status";

export async function GET(): Promise<Response> {
  await connection();
  return Response.json(await readStatus(), {
    headers: { "cache-control": `public, max-age=${STATUS_MAX_AGE_SECONDS}`, "access-control-allow-origin": "*" },
  });
}
