import { CLIENT_URL_MAX_LENGTH } from "../../platform/client-document-limits";

export function isClientUrl(clientId: string): boolean {
  return clientId.startsWith("https://");
}

export type ClientUrlProblem =
  | "client_url_https"
  | "client_url_too_long"
  | "client_url_unplain"
  | "client_url_query"
  | "client_url_path";

/** Client ids are compared byte for byte, so only one spelling of a URL is accepted. */
export function findClientUrlProblem(url: string): ClientUrlProblem | null {
  if (!isClientUrl(url)) return "client_url_https";
  if (url.length > CLIENT_URL_MAX_LENGTH) return "client_url_too_long";
  if (!/^[\x21-\x7e]+$/.test(url) || !URL.canParse(url)) return "client_url_unplain";
  const { href, username, password, pathname, search } = new URL(url);
  // The parser resolves `..`, %2e, capitals and default ports; a URL that it changes is refused.
  if (href !== url || username !== "" || password !== "" || url.includes("#")) return "client_url_unplain";
  if (search !== "" || url.includes("?")) return "client_url_query";
  return pathname === "/" ? "client_url_path" : null;
}

/** The port is included, because another port may belong to another person. */
export function clientHost(url: string): string {
  return new URL(url).host;
}
