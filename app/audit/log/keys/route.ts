import { readKeys } from "@/lib/audit/proof/read-log";
import { respondWithLog } from "../respond-with-log";

export const dynamic = "force-dynamic";

/** The key that checks the log's signatures, and how it came after the ones before it. */
export async function GET(): Promise<Response> {
  const read = async () => {
    const keys = await readKeys();
    return keys && JSON.stringify(keys);
  };
  return respondWithLog(read, "application/json", "no-cache");
}
