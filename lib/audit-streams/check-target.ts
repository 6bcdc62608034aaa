import { invalid } from "../platform/errors";
import type { StreamKind } from "./choices";
import { streamClient } from "./client";

/** The normalized URL. Throws validation_error at `url`. */
export async function checkTarget(url: string, kind: StreamKind): Promise<string> {
  const checked = await streamClient(url).check(url);
  if (checked.problem !== null) {
    const isPlain = checked.problem === "target_private" && /^http:/i.test(url);
    throw invalid([{ path: "url", message: isPlain ? "https_required" : checked.problem }]);
  }
  const { href, pathname, search, hash } = checked.url;
  // The bucket and the names of objects follow the endpoint.
  if (kind === "s3" && (pathname !== "/" || search !== "" || hash !== ""))
    throw invalid([{ path: "url", message: "endpoint_has_path" }]);
  return href;
}
