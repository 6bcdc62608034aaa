import type { TargetProblem } from "../../egress/target";
import { invalid } from "../../platform/errors";
import type { StreamKind } from "./choices";
import { streamClient } from "./client";

type ResolvedTarget = { href: string } | { problem: TargetProblem | "https_required" | "endpoint_has_path" };

async function resolveTarget(url: string, kind: StreamKind): Promise<ResolvedTarget> {
  const checked = await streamClient(url).check(url);
  if (checked.problem !== null) {
    const isPlain = checked.problem === "target_private" && /^http:/i.test(url);
    return { problem: isPlain ? "https_required" : checked.problem };
  }
  const { href, pathname, search, hash } = checked.url;
  // The bucket and object names are appended to the endpoint.
  const hasPath = pathname !== "/" || search !== "" || hash !== "";
  return kind === "s3" && hasPath ? { problem: "endpoint_has_path" } : { href };
}

export async function findTargetProblem(url: string, kind: StreamKind) {
  const resolved = await resolveTarget(url, kind);
  return "problem" in resolved ? resolved.problem : null;
}

export async function checkTarget(url: string, kind: StreamKind): Promise<string> {
  const resolved = await resolveTarget(url, kind);
  if ("problem" in resolved) throw invalid([{ path: "url", message: resolved.problem }]);
  return resolved.href;
}
