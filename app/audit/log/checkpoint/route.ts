import { readCheckpoint } from "@/lib/audit/proof/read-log";
import { respondWithLog } from "../respond-with-log";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return respondWithLog(readCheckpoint, "text/plain; charset=utf-8", "no-cache");
}
