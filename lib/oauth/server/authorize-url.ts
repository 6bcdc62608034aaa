interface AuthorizeRequest {
  baseUrl: string;
  clientId: string;
  redirectUri: string;
  scopes: readonly string[];
  resource: string;
  state: string;
  codeChallenge: string;
}

export function buildAuthorizeUrl(request: AuthorizeRequest): string {
  const url = new URL("/oauth/authorize", request.baseUrl);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    scope: request.scopes.join(" "),
    resource: request.resource,
    ...(request.state ? { state: request.state } : {}),
    code_challenge: request.codeChallenge,
    code_challenge_method: "S256",
  }).toString();
  return url.href;
}

export type ClientAuthentication = "none" | "secret" | "keys";

interface TokenRequest extends Pick<AuthorizeRequest, "baseUrl" | "clientId" | "redirectUri" | "resource"> {
  authentication: ClientAuthentication;
  codeVerifier: string;
}

export const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Code, secret and assertion come from variables, so that none lands in the shell's history. */
export function buildTokenCommand(request: TokenRequest): string {
  const { clientId } = request;
  const lines = [
    `curl -s ${new URL("/oauth/token", request.baseUrl).href}`,
    ...(request.authentication === "secret" ? [`-u "${clientId}:$SVC_CLIENT_SECRET"`] : [`-d client_id=${clientId}`]),
    ...(request.authentication === "keys"
      ? [`-d client_assertion_type=${ASSERTION_TYPE}`, '-d "client_assertion=$CLIENT_ASSERTION"']
      : []),
    "-d grant_type=authorization_code",
    '--data-urlencode "code=$CODE"',
    `--data-urlencode ${quote(`redirect_uri=${request.redirectUri}`)}`,
    `--data-urlencode ${quote(`resource=${request.resource}`)}`,
    `-d code_verifier=${request.codeVerifier}`,
  ];
  return lines.join(" \\\n  ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
