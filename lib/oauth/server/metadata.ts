import { type Audience, audienceUrl } from "../../access/credentials/token";
import { SCOPES } from "../../access/scopes";
import { SIGNING_ALGORITHMS } from "../apps/client-keys";

const CLIENT_AUTHENTICATION = ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"];

export function describeServer(issuer: string, locales: readonly string[]) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    token_endpoint_auth_signing_alg_values_supported: SIGNING_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    revocation_endpoint_auth_signing_alg_values_supported: SIGNING_ALGORITHMS,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [audienceUrl("api"), audienceUrl("mcp")],
    ui_locales_supported: locales,
  };
}

export function describeResource(audience: Audience, issuer: string, scopes: readonly string[]) {
  return {
    resource: audienceUrl(audience),
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
    resource_name: audience === "api" ? "Svc developer API" : "Svc tool endpoint",
  };
}
