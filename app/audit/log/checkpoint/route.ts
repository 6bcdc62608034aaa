import { readCheckpoint } from "@/lib/audit/proof/read-log";
import { respondWithLog } from "../respond-with-log";

export const dynamic = "force-dynamic";

/** C2SP tlog-tiles: the newest signed head of the tree. */
export async function GET(): Promise<Response> {
  return respondWithLog(readCheckpoint, "text/plain; charset=utf-8", "no-cache");
}
