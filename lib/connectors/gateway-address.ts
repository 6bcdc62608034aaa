import { type Resolve, resolveHost } from "../platform/resolve";
import { findAddresses, hostOf, isOwnOrigin, type RefusedTarget, readTargetUrl } from "../platform/target";
import { type GatewayKind, readReach } from "./connector";

export type JudgedGateway = { problem: null; url: URL; kind: GatewayKind } | RefusedTarget;

/** Where a gateway's address leads, without a connection, or why it may not lead there. */
export async function judgeGateway(text: string, resolve: Resolve = resolveHost): Promise<JudgedGateway> {
  const read = readTargetUrl(text);
  if (read.problem !== null) return read;
  const { url } = read;
  if (url.search !== "" || url.hash !== "") return { problem: "url_invalid" };
  if (isOwnOrigin(url)) return { problem: "target_own_service" };
  const [host, port] = [hostOf(url.hostname), Number(url.port) || (url.protocol === "https:" ? 443 : 80)];
  const findWith = (acceptsPublic: boolean) =>
    findAddresses(host, port, { reach: readReach("private", acceptsPublic), resolve });
  const { problem } = await findWith(true);
  if (problem !== null) return { problem };
  // One public address among private ones makes the name a public one.
  const inside = await findWith(false);
  if (inside.problem === null) return { problem: null, url, kind: "private" };
  return inside.problem === "target_private" ? { problem: null, url, kind: "public" } : { problem: inside.problem };
}
