import { ADDRESS_NOT_ALLOWED } from "../access/address-refusal";
import { mayManage } from "../access/membership";
import { MEMBER_ROLE } from "../access/roles";
import { isSuspended } from "../access/suspension";
import type { Endpoint } from "../api/endpoint";
import type { Step } from "../api/trace";
import type { RequestFacts } from "../audit/request-facts";
import type { ErrorCode } from "../platform/errors";
import type { Cause, FixKind } from "./cause-names";
import type { AccessFacts } from "./find-access-facts";
import type { RequestArea } from "./open-viewer";

export interface Fix {
  kind: FixKind;
  /** The page that does it, or that says how. */
  href: string | null;
}

export interface Stop {
  step: Step;
  code: ErrorCode;
  cause: Cause;
  /** For the texts: scopes, limits, versions, fields. */
  values: Readonly<Record<string, string | number | readonly string[]>>;
  fix: Fix;
}

export interface Refusal {
  step: Step;
  code: ErrorCode;
  status: number;
  route: string;
  actorType: string | null;
  credentialId: string | null;
  userId: string | null;
  roomId: string | null;
  facts: RequestFacts;
  endpoint: Endpoint | null;
  /** null: the credential is not known, and so is the entity. */
  area: RequestArea | null;
  access: AccessFacts;
}

const KEYS = "/settings/developer/api-keys";
const APPS = "/settings/developer/authorized-apps";
const USAGE = "/settings/developer/usage";
const REFERENCE = "/docs/reference";

type Judged = [cause: Cause, kind: FixKind, href: string | null];

export function judgeRefusal(refusal: Refusal): Stop {
  const [cause, kind, href] = judge(refusal);
  return { step: refusal.step, code: refusal.code, cause, values: refusal.facts.e ?? {}, fix: { kind, href } };
}

function judge(refusal: Refusal): Judged {
  const { code, credentialId, area, facts } = refusal;
  const isKey = credentialId?.startsWith("key_") === true;
  const page = `/docs/errors/${code}`;
  switch (code) {
    case "unauthenticated":
      return area ? ["token_refused", "authorize_again", APPS] : ["credential_unknown", "send_credential", KEYS];
    case "invalid_api_key":
      return [area ? "key_of_other_environment" : "key_unknown", "new_key", `${KEYS}/new`];
    case "expired_api_key":
      return ["key_expired", "new_key", `${KEYS}/new`];
    case "revoked_api_key":
      return ["key_revoked", "new_key", `${KEYS}/new`];
    case "insufficient_scope":
      if (credentialId?.startsWith("conn_")) return ["scope_missing", "edit_connector", pageOfConnector(refusal)];
      return isKey
        ? ["scope_missing", "new_key_with_scope", pageOfNewKey(refusal)]
        : ["scope_missing", "authorize_with_scope", APPS];
    case "forbidden":
      return judgeForbidden(refusal);
    case "room_not_found":
      return judgeRoom(refusal);
    case "not_found":
      return judgeMissing(refusal);
    case "rate_limit_exceeded":
      return ["burst_full", "slow_down", USAGE];
    case "rate_limit_backend_unavailable":
      return ["limits_down", "retry", page];
    case "api_units_exceeded":
      return judgeUnits(refusal);
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
      return judgeInput(refusal);
    case "internal_error":
      return ["fault", "retry", page];
  }
}

/** Its people read the reason there. */
function pageOfArea(area: RequestArea | null): string {
  return area?.kind === "organization" ? `/settings/organizations/${area.ownerId}` : "/settings/account";
}

/** The form begins with the owner and the scope that the request lacked. */
function pageOfNewKey({ area, facts }: Refusal): string {
  const scope = facts.e?.["requiredScope"];
  const asked = {
    ...(area && { owner: area.ownerId }),
    ...(typeof scope === "string" && { scope }),
  };
  return `${KEYS}/new?${new URLSearchParams(asked)}`;
}

function pageOfConnector({ facts }: Refusal): string {
  const id = facts.p?.["connectorId"];
  return id ? `/settings/developer/connectors/${id}/edit` : "/settings/developer/connectors";
}

function judgeForbidden(refusal: Refusal): Judged {
  const { facts, endpoint, actorType, userId, roomId, access, area, route } = refusal;
  const page = "/docs/errors/forbidden";
  const members = roomId === null ? null : `/rooms/${roomId}/members`;
  const reason = facts.e?.["reason"];
  if (reason === ADDRESS_NOT_ALLOWED) return ["key_used_elsewhere", "allow_address", pageOfKey(refusal, "addresses")];
  if (isSuspended(reason)) return ["account_suspended", "ask_administrator", pageOfArea(area)];
  if (reason === "shared_room") return ["shared_room", "use_person", members];
  if (reason === "tool_profile" || reason === "connector_disabled")
    return [reason, "edit_connector", pageOfConnector(refusal)];
  if (reason === "external_workspace_derived") return ["derived_record", "check_id", page];
  const isTool = route.startsWith("tools/");
  if (endpoint?.kind === "write" && (actorType === "app" || userId === null || (actorType === "agent" && !isTool)))
    return ["people_only", "use_person_token", page];
  const isManaging = endpoint?.operationId === "updateRoom";
  if (access.room === "here" && (isManaging ? !mayManage(access.role) : (access.role ?? 0) < MEMBER_ROLE))
    return ["role_too_low", "change_role", members];
  const record = `/rooms/${roomId}/records/${facts.p?.["recordId"]}`;
  if (access.record && !access.record.isCreator) return ["not_creator", "ask_creator", record];
  if (access.record && (access.record.status === "LOCKED" || access.record.status === "ARCHIVED"))
    return ["record_closed", "reopen_record", record];
  return ["not_permitted", "check_id", page];
}

function judgeRoom({ access, roomId }: Refusal): Judged {
  const page = "/docs/errors/room_not_found";
  if (access.room === "elsewhere") return ["room_elsewhere", "use_other_area", `/rooms/${roomId}`];
  if (access.room === "direct") return ["room_direct", "check_id", page];
  if (access.room === "here" && access.role === null) return ["seat_missing", "take_seat", `/rooms/${roomId}/members`];
  return [roomId === null ? "id_malformed" : "room_unseen", "check_id", page];
}

function judgeMissing({ route, endpoint, userId, facts }: Refusal): Judged {
  if (route === "unmatched") return ["path_unknown", "read_reference", REFERENCE];
  if (endpoint?.operationId === "readMe" && userId === null)
    return ["person_needed", "use_person_token", `${REFERENCE}/readMe`];
  const isMalformed = Object.values(facts.p ?? {}).includes(null);
  return [isMalformed ? "id_malformed" : "resource_unseen", "check_id", "/docs/errors/not_found"];
}

/** For those who manage it. */
function pageOfKey({ area, credentialId }: Refusal, page: string): string | null {
  return area?.seesAll ? `${KEYS}/${credentialId}/${page}` : null;
}

function judgeUnits(refusal: Refusal): Judged {
  const { area, facts } = refusal;
  if (facts.e?.["scope"] === "key") return ["key_units_used_up", "raise_budget", pageOfKey(refusal, "budget")];
  if (area?.kind !== "organization") return ["units_used_up", "wait_for_month", USAGE];
  return area.seesAll
    ? ["units_used_up", "add_seats", `/settings/organizations/${area.ownerId}/seats`]
    : ["units_used_up", "ask_owner", `/settings/organizations/${area.ownerId}`];
}

function judgeInput({ status, step, endpoint, route, roomId, access }: Refusal): Judged {
  const reference = endpoint ? `${REFERENCE}/${endpoint.operationId}` : REFERENCE;
  if (status === 405 || (status === 400 && route === "unmatched"))
    return ["method_unknown", "read_reference", REFERENCE];
  if (status === 413 || status === 414 || status === 431) return ["too_large", "correct_request", reference];
  if (status === 422) return ["payload_unreadable", "check_id", "/docs/errors/validation_error"];
  if (endpoint?.operationId === "createTask" && access.room === "here" && !access.hasBoard && step === "operation")
    return ["board_missing", "add_board", `/rooms/${roomId}/tasks/boards/new`];
  return ["input_invalid", "correct_request", reference];
}
