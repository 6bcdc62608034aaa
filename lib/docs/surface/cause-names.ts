import type { ErrorCode } from "../../platform/errors";

/** Each fix makes the same call pass. Catalogs have a text for each. */
const EXPLANATIONS = {
  validation_error: {
    input_invalid: ["correct_request", "send_bytes"],
    bytes_missing: ["send_bytes"],
    board_missing: ["add_board"],
    payload_unreadable: ["use_other_delivery"],
    method_unknown: ["read_reference"],
    too_large: ["correct_request"],
  },
  unauthenticated: {
    credential_unknown: ["send_credential", "use_user_token", "send_tool_token"],
    token_expired: ["refresh_token", "use_user_token"],
    grant_ended: ["authorize_again", "use_user_token"],
    app_inactive: ["reactivate_app"],
    token_of_other_resource: ["authorize_for_resource", "use_user_token"],
    session_ended: ["sign_in_again"],
  },
  invalid_api_key: {
    key_unknown: ["check_key", "use_user_token"],
    key_of_other_environment: ["new_key", "use_user_token", "use_person_credential"],
  },
  expired_api_key: { key_expired: ["new_key", "use_user_token", "use_person_credential"] },
  revoked_api_key: { key_revoked: ["new_key", "use_user_token", "use_person_credential"] },
  insufficient_scope: {
    scope_missing: ["new_key_with_scope", "authorize_with_scope", "use_organization_key", "use_owner_key"],
    scope_not_allowed: ["allow_scope"],
    keys_read: ["use_user_token"],
    agents_read: ["use_user_token"],
    person_needed: ["use_person_credential"],
  },
  forbidden: {
    keys_read: ["use_user_token"],
    agents_read: ["use_user_token"],
    key_used_elsewhere: ["allow_address", "use_user_token", "use_person_credential"],
    account_suspended: ["ask_operator"],
    guests_read: ["become_member", "become_manager"],
    managers_only: ["become_manager"],
    not_creator: ["ask_creator"],
    record_closed: ["reopen_record"],
    not_uploader: ["ask_uploader"],
    storage_full: ["free_storage"],
    shared_room: ["use_unshared_room"],
    token_of_other_resource: ["authorize_for_resource"],
    foreign_origin: ["use_own_host"],
    tool_profile: ["edit_connector"],
    connector_disabled: ["enable_connector"],
    derived_record: ["allow_transcripts"],
    state_changed: ["check_again"],
  },
  not_found: {
    person_needed: ["use_person_credential"],
    managers_only: ["become_manager"],
    upload_unfinished: ["complete_upload"],
    not_in_connector: ["edit_rooms"],
    id_malformed: ["check_id"],
    resource_unseen: ["check_id"],
    path_unknown: ["read_reference"],
  },
  room_not_found: {
    seat_missing: ["take_seat"],
    room_elsewhere: ["use_organization_key", "use_owner_key", "authorize_elsewhere", "use_owner_token"],
    room_direct: ["use_other_room"],
    not_in_connector: ["edit_rooms"],
    id_malformed: ["check_id"],
    room_unseen: ["check_id"],
  },
  idempotency_conflict: {
    key_in_progress: ["wait"],
    key_of_other_request: ["new_idempotency_key"],
    key_result_gone: ["new_idempotency_key"],
  },
  version_conflict: { version_outdated: ["read_again"] },
  webhook_inactive: { webhook_inactive: ["activate_webhook"] },
  rate_limit_exceeded: { burst_full: ["slow_down"], address_full: ["send_valid_credential"] },
  api_units_exceeded: {
    units_used_up: ["add_seats", "ask_owner", "wait_for_month"],
    key_units_used_up: ["raise_budget"],
  },
  internal_error: { fault: ["retry"] },
  rate_limit_backend_unavailable: { limits_down: ["retry"] },
} as const satisfies Readonly<Record<ErrorCode, Readonly<Record<string, readonly string[]>>>>;

type Explained = typeof EXPLANATIONS;
export type CauseAndFix<Code extends ErrorCode> = Code extends unknown ? RowOf<Explained[Code]> : never;
type RowOf<Causes> = {
  [C in keyof Causes]: Causes[C] extends readonly (infer Fix)[] ? [cause: C, kind: Fix, href: string | null] : never;
}[keyof Causes];

type KeysOf<Each> = Each extends unknown ? keyof Each : never;
type FixesOf<Each> = Each extends Readonly<Record<string, readonly (infer Fix)[]>> ? Fix : never;

export type Cause = KeysOf<Explained[ErrorCode]>;
export type FixKind = FixesOf<Explained[ErrorCode]>;

const BY_CODE: Readonly<Record<ErrorCode, Readonly<Record<string, readonly FixKind[]>>>> = EXPLANATIONS;

export const EXPLAINED = (Object.entries(BY_CODE) as [ErrorCode, (typeof BY_CODE)[ErrorCode]][]).flatMap(
  ([code, causes]) =>
    (Object.entries(causes) as [Cause, readonly FixKind[]][]).flatMap(([cause, fixes]) =>
      fixes.map((fix) => ({ code, cause, fix })),
    ),
);
export const CAUSES = [...new Set(EXPLAINED.map(({ cause }) => cause))];
export const FIXES = [...new Set(EXPLAINED.map(({ fix }) => fix))];
