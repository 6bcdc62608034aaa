import { readTileBytes } from "@/lib/audit/proof/read-log";
import { parseTilePath } from "@/lib/audit/proof/tiles";
import { respondWithLog } from "../../respond-with-log";

/** C2SP tlog-tiles. A tile never changes once it is there. Its hashes tell nothing of the rows. */
export async function GET(_request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const asked = parseTilePath((await params).path.join("/"));
  const read = async () => asked && readTileBytes(asked);
  return respondWithLog(read, "application/octet-stream", "public, max-age=31536000, immutable");
}
