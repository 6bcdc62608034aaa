import { ADDRESS_NOT_ALLOWED } from "../access/address-refusal";
import { mayManage } from "../access/membership";
import { MEMBER_ROLE } from "../access/roles";
import type { Endpoint } from "../api/endpoint";
import type { CauseAndFix } from "../docs/surface/cause-names";
import { excludes, isKey } from "./callers";
import { APPS, pageOfConnector, pageOfKey, pageOfNewKey, REFERENCE, USER_TOKENS } from "./fix-pages";
import type { Case } from "./refusal";

const isManaging = ({ scope }: Endpoint) => scope === "rooms:write" || scope.startsWith("webhooks:");

export function classifyForbidden(refusal: Case): CauseAndFix<"forbidden"> {
  const { facts, endpoint, roomId, area, kind, isTool, step } = refusal;
  const members = roomId === null ? null : `/rooms/${roomId}/members`;
  const reason = facts.e?.["reason"];
  if (!area) return ["foreign_origin", "use_own_host", "/docs/agents"];
  const exclusion = excludes(endpoint, kind, isTool);
  if (reason === ADDRESS_NOT_ALLOWED) {
    if (exclusion === null) return ["key_used_elsewhere", "allow_address", pageOfKey(refusal, "addresses")];
    const fix = exclusion === "person_needed" ? "use_person_credential" : "use_user_token";
    return ["key_used_elsewhere", fix, USER_TOKENS];
  }
  if (isTool && step === "requireCredential")
    return ["token_of_other_resource", "authorize_for_resource", "/docs/agents"];
  if (reason === "shared_room") return ["shared_room", "use_unshared_room", members];
  if (reason === "tool_profile") return ["tool_profile", "edit_connector", pageOfConnector(refusal)];
  if (reason === "connector_disabled") return ["connector_disabled", "enable_connector", pageOfConnector(refusal)];
  if (reason === "external_workspace_derived") return ["derived_record", "allow_transcripts", "/settings/account"];
  if (reason === "storage_limit")
    return ["storage_full", "free_storage", roomId === null ? null : `/rooms/${roomId}/files`];
  if (exclusion === "keys_read" || exclusion === "agents_read") return [exclusion, "use_user_token", USER_TOKENS];
  return classifyDomain(refusal, members);
}

function classifyDomain({ endpoint, access, roomId, facts }: Case, members: string | null): CauseAndFix<"forbidden"> {
  if (access.room === "here") {
    const isGuest = (access.role ?? 0) < MEMBER_ROLE;
    if (endpoint && isManaging(endpoint) && !mayManage(access.role))
      return [isGuest ? "guests_read" : "managers_only", "become_manager", members];
    if (isGuest) return ["guests_read", "become_member", members];
  }
  const record = `/rooms/${roomId}/records/${facts.p?.["recordId"]}`;
  if (access.record && !access.record.isCreator) return ["not_creator", "ask_creator", record];
  if (access.record && (access.record.status === "LOCKED" || access.record.status === "ARCHIVED"))
    return ["record_closed", "reopen_record", record];
  if (access.file && !access.file.isUploader) return ["not_uploader", "ask_uploader", `/rooms/${roomId}/files`];
  return ["state_changed", "check_again", null];
}

export function findElsewhere(refusal: Case) {
  const { access, kind } = refusal;
  const { room, roomOwner } = access;
  if (room !== "elsewhere" || roomOwner === null) return null;
  const isPersonal = roomOwner.kind === "user";
  if (isKey(kind)) {
    const page = pageOfNewKey(refusal, roomOwner.id);
    return isPersonal ? (["use_owner_key", page] as const) : (["use_organization_key", page] as const);
  }
  return null;
}

export function classifyRoom(refusal: Case): CauseAndFix<"room_not_found"> {
  const { access, roomId, kind, userId } = refusal;
  const page = "/docs/errors/room_not_found";
  if (kind === "connector") return ["not_in_connector", "edit_rooms", pageOfConnector(refusal)];
  if (access.room === "direct") return ["room_direct", "use_other_room", page];
  if (access.room === "elsewhere") {
    const key = findElsewhere(refusal);
    if (key) return ["room_elsewhere", ...key];
    const isTheirs = access.roomOwner?.kind === "organization" || access.roomOwner?.id === userId;
    return ["room_elsewhere", isTheirs ? "authorize_elsewhere" : "use_owner_token", APPS];
  }
  if (access.room === "here" && userId !== null && !access.hasSeat)
    return ["seat_missing", "take_seat", `/rooms/${roomId}/members`];
  return [roomId === null ? "id_malformed" : "room_unseen", "check_id", page];
}

export function classifyMissing(refusal: Case): CauseAndFix<"not_found"> {
  const { route, endpoint, facts, access, kind, isTool, roomId } = refusal;
  if (route === "unmatched") return ["path_unknown", "read_reference", REFERENCE];
  if (kind === "connector") return ["not_in_connector", "edit_rooms", pageOfConnector(refusal)];
  if (excludes(endpoint, kind, isTool) === "person_needed")
    return ["person_needed", "use_person_credential", USER_TOKENS];
  if (endpoint && isManaging(endpoint) && access.room === "here" && access.hasSeat && !mayManage(access.role))
    return ["managers_only", "become_manager", `/rooms/${roomId}/members`];
  if (access.file?.isUploader && !access.file.isComplete)
    return ["upload_unfinished", "complete_upload", "/docs/files"];
  const isMalformed = Object.values(facts.p ?? {}).includes(null);
  return [isMalformed ? "id_malformed" : "resource_unseen", "check_id", "/docs/errors/not_found"];
}
