import type { RequestArea } from "./open-viewer";
import type { RefusedRequest } from "./refusal";

export const KEYS = "/settings/developer/api-keys";
export const APPS = "/settings/developer/authorized-apps";
export const USAGE = "/settings/developer/usage";
export const REFERENCE = "/docs/reference";
export const USER_TOKENS = "/docs/oauth";

export function pageOfArea(area: RequestArea | null): string {
  return area?.kind === "organization" ? `/settings/organizations/${area.ownerId}` : "/settings/account";
}

export function pageOfNewKey({ area, facts, endpoint, access }: RefusedRequest, owner = area?.ownerId): string {
  const needed = facts.e?.["requiredScope"] ?? endpoint?.scope;
  const scopes = new Set([...(access.keyScopes ?? []), ...(typeof needed === "string" ? [needed] : [])]);
  const parameters = {
    ...(owner === undefined ? {} : { owner }),
    ...(scopes.size === 0 ? {} : { scope: [...scopes].join(" ") }),
  };
  return `${KEYS}/new?${new URLSearchParams(parameters)}`;
}

export function pageOfKey({ area, credentialId }: RefusedRequest, page: string): string | null {
  return area?.seesAll ? `${KEYS}/${credentialId}/${page}` : null;
}

export function pageOfConnector({ facts }: RefusedRequest): string {
  const id = facts.p?.["connectorId"];
  return id ? `/settings/developer/connectors/${id}/edit` : "/settings/developer/connectors";
}
