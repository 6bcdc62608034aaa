export const REDIRECT_URI_MAX_LENGTH = 500;

/** Other spellings of the loopback (127.1, 0x7f000001) are refused. */
const LOOPBACK_HOSTS: readonly string[] = ["127.0.0.1", "[::1]", "localhost"];
/** The service adds these parameters; one that the URI already has would be read instead. */
const RESERVED_PARAMETERS = ["code", "state", "iss", "error", "error_description", "error_uri"];

const PARTS = /^(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):\/\/(?<authority>[^/?#]*)(?<path>[^?#]*)(?:\?(?<query>[^#]*))?$/;
const HOST = /^(?<host>\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::(?<port>[0-9]+))?$/;

/**
 * Redirect URIs are compared byte for byte, so nothing is corrected here, and a URI that browsers read differently is
 * refused.
 */
export function findRedirectUriProblem(uri: string) {
  if (uri.length > REDIRECT_URI_MAX_LENGTH) return "uri_too_long";
  if (!/^[\x21-\x7e]*$/.test(uri) || /["<>\\^`{|}]/.test(uri)) return "uri_unreadable";
  if (uri.includes("*")) return "uri_wildcard";
  if (uri.includes("#")) return "uri_fragment";
  const { scheme, authority, path = "", query = "" } = PARTS.exec(uri)?.groups ?? {};
  if (scheme === undefined || authority === undefined) return "uri_malformed";
  if (scheme !== "https" && scheme !== "http") return "uri_scheme";
  if (authority.includes("@")) return "uri_userinfo";
  const host = HOST.exec(authority)?.groups?.["host"];
  if (host === undefined || !isReadAsWritten(uri, host, path)) return "uri_malformed";
  if (scheme === "http" && !LOOPBACK_HOSTS.includes(host)) return "uri_insecure";
  return readNames(query).some((name) => RESERVED_PARAMETERS.includes(name)) ? "uri_reserved_parameter" : null;
}

/** Browsers turn 0x7f.1 into 127.0.0.1, %65 into e, and resolve `..`. */
function isReadAsWritten(uri: string, host: string, path: string): boolean {
  if (!URL.canParse(uri)) return false;
  const url = new URL(uri);
  return url.hostname === host.toLowerCase() && url.pathname === (path || "/");
}

function readNames(query: string): string[] {
  return [...new URLSearchParams(query).keys()];
}

export function isLoopbackUri(uri: string): boolean {
  return uri.startsWith("http://");
}
