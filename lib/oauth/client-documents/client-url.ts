import { CLIENT_URL_MAX_LENGTH } from "../../platform/client-document-limits";

/** Only such a client id is the URL of a document; ids of apps registered by hand never look like one. */
export function isClientUrl(clientId: string): boolean {
  return clientId.startsWith("https://");
}

export type ClientUrlProblem =
  | "client_url_https"
  | "client_url_too_long"
  | "client_url_unplain"
  | "client_url_query"
  | "client_url_path";

/** null: a valid client id. Everyone compares it byte for byte, so only the one plain spelling of a URL is taken. */
export function findClientUrlProblem(url: string): ClientUrlProblem | null {
  if (!isClientUrl(url)) return "client_url_https";
  if (url.length > CLIENT_URL_MAX_LENGTH) return "client_url_too_long";
  if (!/^[\x21-\x7e]+$/.test(url) || !URL.canParse(url)) return "client_url_unplain";
  const { href, username, password, pathname, search } = new URL(url);
  // Browsers and the parser resolve `..`, %2e, capitals and default ports: none of these may be in it.
  if (href !== url || username !== "" || password !== "" || url.includes("#")) return "client_url_unplain";
  if (search !== "" || url.includes("?")) return "client_url_query";
  return pathname === "/" ? "client_url_path" : null;
}

/** With its port, because another port may be another person's. */
export function clientHost(url: string): string {
  return new URL(url).host;
}
