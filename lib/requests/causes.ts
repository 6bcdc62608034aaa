import { audienceUrl } from "../access/credentials/token";
import { isSuspended } from "../access/suspension";
import type { RequestFacts } from "../audit/request-facts";
import type { CauseAndFix } from "../docs/surface/cause-names";
import type { ErrorCode } from "../platform/errors";
import { excludes, isKey, kindOf } from "./callers";
import { classifyForbidden, classifyMissing, classifyRoom, findElsewhere } from "./classify-access";
import { APPS, KEYS, pageOfArea, pageOfKey, pageOfNewKey, REFERENCE, USAGE, USER_TOKENS } from "./fix-pages";
import type { Case, Refusal, RefusedRequest } from "./refusal";

export function classifyRefusal(refusal: RefusedRequest): Refusal {
  const isTool = refusal.route.startsWith("tools/") || refusal.route === "/mcp";
  const [cause, kind, href] = classify({ ...refusal, kind: kindOf(refusal), isTool });
  const { step, code, facts } = refusal;
  const resource = kind === "authorize_for_resource" || kind === "send_tool_token";
  const values = {
    ...facts.e,
    ...readLimit(facts),
    ...(resource ? { resource: audienceUrl(isTool ? "mcp" : "api") } : {}),
  };
  return { step, code, cause, values, fix: { kind, href } };
}

function readLimit({ b, x }: RequestFacts): { limit?: number } {
  const [, limit] = b?.find(([scope]) => scope === x) ?? [];
  return limit === undefined ? {} : { limit };
}

function classify(refusal: Case): CauseAndFix<ErrorCode> {
  const { code, facts } = refusal;
  const page = `/docs/errors/${code}`;
  switch (code) {
    case "unauthenticated":
      return classifyToken(refusal);
    case "invalid_api_key":
      return classifyUnknownKey(refusal);
    case "expired_api_key":
      return ["key_expired", ...replaceKey(refusal)];
    case "revoked_api_key":
      return ["key_revoked", ...replaceKey(refusal)];
    case "insufficient_scope":
      return classifyScope(refusal);
    case "forbidden":
      return isSuspended(facts.e?.["reason"])
        ? ["account_suspended", "ask_operator", pageOfArea(refusal.area)]
        : classifyForbidden(refusal);
    case "room_not_found":
      return classifyRoom(refusal);
    case "not_found":
      return classifyMissing(refusal);
    case "rate_limit_exceeded":
      return refusal.area
        ? ["burst_full", "slow_down", USAGE]
        : ["address_full", "send_valid_credential", "/docs/authentication"];
    case "rate_limit_backend_unavailable":
      return ["limits_down", "retry", page];
    case "api_units_exceeded":
      return classifyUnits(refusal);
    case "idempotency_conflict":
      if (facts.e?.["reason"] === "in_progress") return ["key_in_progress", "wait", page];
      return [
        facts.e?.["reason"] === "mismatch" ? "key_of_other_request" : "key_result_gone",
        "new_idempotency_key",
        page,
      ];
    case "version_conflict":
      return ["version_outdated", "read_again", page];
    case "webhook_inactive": {
      const webhookId = facts.p?.["webhookId"];
      return ["webhook_inactive", "activate_webhook", webhookId ? `/settings/developer/webhooks/${webhookId}` : null];
    }
    case "validation_error":
      return classifyInput(refusal);
    case "internal_error":
      return ["fault", "retry", page];
  }
}

function classifyToken({ kind, area, isTool, endpoint, access }: Case): CauseAndFix<"unauthenticated"> {
  const onlyPeople: CauseAndFix<"unauthenticated"> | null =
    endpoint?.kind === "write" && !isTool && kind !== "user" && kind !== "session"
      ? ["credential_unknown", "use_user_token", USER_TOKENS]
      : null;
  if (!area) {
    if (isTool) return ["credential_unknown", "send_tool_token", "/docs/agents"];
    return onlyPeople ?? ["credential_unknown", "send_credential", KEYS];
  }
  if (kind === "session") return ["session_ended", "sign_in_again", null];
  const { grant } = access;
  if (grant && !grant.app.isActive) return ["app_inactive", "reactivate_app", APPS];
  if (!grant?.isOpen) return ["grant_ended", onlyPeople ? "use_user_token" : "authorize_again", APPS];
  if (!isTool && grant.audience === "mcp")
    return ["token_of_other_resource", onlyPeople ? "use_user_token" : "authorize_for_resource", USER_TOKENS];
  return ["token_expired", onlyPeople ? "use_user_token" : "refresh_token", USER_TOKENS];
}

function replaceKey(refusal: Case) {
  const { endpoint, kind, isTool } = refusal;
  // An unknown key may have been of either kind. No new key is recommended where neither would pass.
  const exclusion = excludes(endpoint, kind === "unknown" ? "personal_key" : kind, isTool);
  if (exclusion === "keys_read") return ["use_user_token", USER_TOKENS] as const;
  if (exclusion === "person_needed") return ["use_person_credential", USER_TOKENS] as const;
  return ["new_key", pageOfNewKey(refusal)] as const;
}

function classifyUnknownKey(refusal: Case): CauseAndFix<"invalid_api_key"> {
  const [fix, href] = replaceKey(refusal);
  if (refusal.access.keyScopes !== null) return ["key_of_other_environment", fix, href];
  return fix === "use_user_token" ? ["key_unknown", fix, href] : ["key_unknown", "check_key", KEYS];
}

function classifyScope(refusal: Case): CauseAndFix<"insufficient_scope"> {
  const { kind, endpoint, isTool, access, facts } = refusal;
  const scope = facts.e?.["requiredScope"];
  const exclusion = excludes(endpoint, kind, isTool);
  if (exclusion === "person_needed") return [exclusion, "use_person_credential", USER_TOKENS];
  if (exclusion !== null) return [exclusion, "use_user_token", USER_TOKENS];
  if (isKey(kind)) {
    const elsewhere = findElsewhere(refusal);
    return elsewhere ? ["scope_missing", ...elsewhere] : ["scope_missing", "new_key_with_scope", pageOfNewKey(refusal)];
  }
  const { grant } = access;
  const isAllowed = !grant || typeof scope !== "string" || grant.app.allowedScopes.includes(scope);
  return isAllowed ? ["scope_missing", "authorize_with_scope", APPS] : ["scope_not_allowed", "allow_scope", APPS];
}

function classifyUnits(refusal: Case): CauseAndFix<"api_units_exceeded"> {
  const { area, facts } = refusal;
  if (facts.e?.["scope"] === "key") return ["key_units_used_up", "raise_budget", pageOfKey(refusal, "budget")];
  if (area?.kind !== "organization") return ["units_used_up", "wait_for_month", USAGE];
  return area.isOwner
    ? ["units_used_up", "add_seats", `/settings/organizations/${area.ownerId}?step=seats`]
    : ["units_used_up", "ask_owner", `/settings/organizations/${area.ownerId}`];
}

function classifyInput({
  status,
  step,
  endpoint,
  route,
  roomId,
  access,
  facts,
}: Case): CauseAndFix<"validation_error"> {
  const reference = endpoint ? `${REFERENCE}/${endpoint.operationId}` : REFERENCE;
  if (status === 405 || (status === 400 && route === "unmatched"))
    return ["method_unknown", "read_reference", REFERENCE];
  if (status === 413 || status === 414 || status === 431) return ["too_large", "correct_request", reference];
  if (status === 422)
    return ["payload_unreadable", "use_other_delivery", `/settings/developer/webhooks/${facts.p?.["webhookId"]}`];
  if (step === "operation") {
    if (endpoint?.operationId === "completeFile")
      return [facts.e?.["fields"] ? "input_invalid" : "bytes_missing", "send_bytes", "/docs/files"];
    if (endpoint?.operationId === "createTask" && access.room === "here" && !access.hasBoard)
      return ["board_missing", "add_board", `/rooms/${roomId}/tasks`];
  }
  return ["input_invalid", "correct_request", reference];
}
