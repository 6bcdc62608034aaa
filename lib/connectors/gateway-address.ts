import { type Resolve, resolveHost } from "../platform/resolve";
import { findAddresses, hostOf, isOwnOrigin, readTargetUrl, TargetRefused } from "../platform/target";
import { type GatewayKind, readReach } from "./connector";

/** Where a gateway's address leads, without a connection; `TargetRefused` or `NameNotResolved` where it may not lead. */
export async function judgeGateway(
  text: string,
  resolve: Resolve = resolveHost,
): Promise<{ url: URL; kind: GatewayKind }> {
  const url = readTargetUrl(text);
  if (url.search !== "" || url.hash !== "") throw new TargetRefused("url_invalid");
  if (isOwnOrigin(url)) throw new TargetRefused("target_own_service");
  const [host, port] = [hostOf(url.hostname), Number(url.port) || (url.protocol === "https:" ? 443 : 80)];
  await findAddresses(host, port, { reach: readReach("private", true), resolve });
  return { url, kind: (await isPrivate(host, port, resolve)) ? "private" : "public" };
}

/** One public address among private ones makes the name a public one. */
async function isPrivate(host: string, port: number, resolve: Resolve): Promise<boolean> {
  try {
    await findAddresses(host, port, { reach: readReach("private", false), resolve });
    return true;
  } catch (error) {
    if (error instanceof TargetRefused && error.problem === "target_private") return false;
    throw error;
  }
}
