-- Version 0.2.0, first of two steps: everything but the guards of legal holds.
CREATE SCHEMA partitions;

CREATE TYPE approval_status AS ENUM ('REQUESTED', 'APPROVED', 'REJECTED', 'WITHDRAWN');
CREATE TYPE billing_kind AS ENUM ('INDIVIDUAL', 'ORGANIZATION');
CREATE TYPE billing_plan AS ENUM ('STANDARD', 'UNLIMITED');
CREATE TYPE delivery_state AS ENUM ('PENDING', 'RETRYING', 'SUCCEEDED', 'FAILED', 'HELD');
CREATE TYPE file_source AS ENUM ('CHAT', 'TASK', 'MEMO', 'BOARD');
CREATE TYPE file_state AS ENUM ('UPLOADING', 'READY');
CREATE TYPE network_mode AS ENUM ('PRIVATE', 'TAILNET', 'PUBLIC_WITH_PROXY');
CREATE TYPE oauth_actor_type AS ENUM ('USER', 'AGENT');
CREATE TYPE oauth_client_type AS ENUM ('PUBLIC', 'CONFIDENTIAL');
CREATE TYPE record_origin AS ENUM ('MANUAL', 'TRANSCRIPT');
CREATE TYPE record_status AS ENUM ('DRAFT', 'PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'LOCKED', 'ARCHIVED');
CREATE TYPE run_state AS ENUM ('QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'TIMED_OUT');
CREATE TYPE runner_run_state AS ENUM ('READY', 'COMPLETED', 'FAILED', 'CANCELLED');
CREATE TYPE session_strategy AS ENUM ('ROOM', 'THREAD', 'RECORD', 'USER');
CREATE TYPE task_status AS ENUM ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED');
CREATE TYPE tool_profile AS ENUM ('READ_ONLY', 'TASK_WRITER', 'MESSAGE_WRITER');
CREATE TYPE webhook_secret_role AS ENUM ('CURRENT', 'NEXT');

CREATE FUNCTION canonical_json(value jsonb) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
DECLARE
  number numeric;
BEGIN
  CASE jsonb_typeof(value)
  WHEN 'object' THEN
    RETURN '{' || coalesce((
      -- UTF-16 writes what is beyond U+FFFF with units below U+E000; UTF-8, which "C" compares, writes it last.
      SELECT string_agg(to_json(key)::text || ':' || canonical_json(member), ','
        ORDER BY regexp_replace(key, '([\uE000-\uFFFF])', U&'\+10FFFF' || '\1', 'g') COLLATE "C")
      FROM jsonb_each(value) AS members(key, member)), '') || '}';
  WHEN 'array' THEN
    RETURN '[' || coalesce((
      SELECT string_agg(canonical_json(member), ',' ORDER BY place)
      FROM jsonb_array_elements(value) WITH ORDINALITY AS members(member, place)), '') || ']';
  WHEN 'number' THEN
    number := (value #>> '{}')::numeric;
    IF abs(number) > 1.7976931348623157e308 THEN RETURN 'null'; END IF;
    IF abs(number) < 5e-324 THEN RETURN '0'; END IF;
    IF abs(number) >= 1e21 OR abs(number) < 1e-6 THEN
      RETURN regexp_replace(number::double precision::text, 'e([+-])0+', 'e\1');
    END IF;
    RETURN trim_scale(number)::text;
  ELSE
    RETURN value::text;
  END CASE;
END $$;

CREATE FUNCTION require_units(holds boolean) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NOT holds THEN
    RAISE EXCEPTION 'Units of this transaction do not fit into what is left of their months.' USING ERRCODE = 'SV001';
  END IF;
  RETURN true;
END $$;

COMMENT ON FUNCTION require_units(holds boolean) IS 'Undoes a transaction whose units do not fit.';

CREATE TABLE audit_log (
    id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    request_id text NOT NULL,
    surface text NOT NULL,
    method text NOT NULL,
    route text NOT NULL,
    status integer NOT NULL,
    error_code text,
    auth_method text,
    actor_type text,
    actor_id text,
    scopes text DEFAULT ''::text NOT NULL,
    billing_entity_id text,
    organization_id text,
    user_id text,
    api_key_id text,
    external_token_id text,
    units_cost integer DEFAULT 0 NOT NULL,
    duration_ms integer,
    app_id text,
    grant_id text,
    address text,
    requests integer DEFAULT 1 NOT NULL,
    details jsonb,
    resource_id text,
    transaction_id bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL
)
PARTITION BY RANGE (at);

CREATE SEQUENCE audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE audit_log_id_seq OWNED BY audit_log.id;

CREATE TABLE partitions.audit_log_default (
    id bigint DEFAULT nextval('audit_log_id_seq'::regclass) NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    request_id text NOT NULL,
    surface text NOT NULL,
    method text NOT NULL,
    route text NOT NULL,
    status integer NOT NULL,
    error_code text,
    auth_method text,
    actor_type text,
    actor_id text,
    scopes text DEFAULT ''::text NOT NULL,
    billing_entity_id text,
    organization_id text,
    user_id text,
    api_key_id text,
    external_token_id text,
    units_cost integer DEFAULT 0 NOT NULL,
    duration_ms integer,
    app_id text,
    grant_id text,
    address text,
    requests integer DEFAULT 1 NOT NULL,
    details jsonb,
    resource_id text,
    transaction_id bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL
);

CREATE TABLE deliveries (
    id uuid NOT NULL,
    webhook_id text NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    event_at timestamp(3) with time zone NOT NULL,
    object_type text,
    object_id text,
    v1_data jsonb,
    billing_entity_id text NOT NULL,
    state delivery_state DEFAULT 'PENDING'::delivery_state NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    is_redelivery boolean DEFAULT false NOT NULL,
    is_test boolean DEFAULT false NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    claimed_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    trace_id uuid
)
PARTITION BY LIST (state);

CREATE TABLE partitions.deliveries_ended (
    id uuid NOT NULL,
    webhook_id text NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    event_at timestamp(3) with time zone NOT NULL,
    object_type text,
    object_id text,
    v1_data jsonb,
    billing_entity_id text NOT NULL,
    state delivery_state DEFAULT 'PENDING'::delivery_state NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    is_redelivery boolean DEFAULT false NOT NULL,
    is_test boolean DEFAULT false NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    claimed_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    trace_id uuid
)
PARTITION BY RANGE (event_at);

CREATE TABLE partitions.deliveries_default (
    id uuid NOT NULL,
    webhook_id text NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    event_at timestamp(3) with time zone NOT NULL,
    object_type text,
    object_id text,
    v1_data jsonb,
    billing_entity_id text NOT NULL,
    state delivery_state DEFAULT 'PENDING'::delivery_state NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    is_redelivery boolean DEFAULT false NOT NULL,
    is_test boolean DEFAULT false NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    claimed_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    trace_id uuid
);

CREATE TABLE partitions.deliveries_waiting (
    id uuid NOT NULL,
    webhook_id text NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    event_at timestamp(3) with time zone NOT NULL,
    object_type text,
    object_id text,
    v1_data jsonb,
    billing_entity_id text NOT NULL,
    state delivery_state DEFAULT 'PENDING'::delivery_state NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    is_redelivery boolean DEFAULT false NOT NULL,
    is_test boolean DEFAULT false NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    claimed_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    trace_id uuid,
    CONSTRAINT deliveries_waiting_event_check CHECK (((object_type IS NOT NULL) AND (object_id IS NOT NULL)))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='5000', vacuum_truncate='false');

CREATE TABLE delivery_attempts (
    id text NOT NULL,
    webhook_id text NOT NULL,
    delivery_id uuid,
    event text NOT NULL,
    event_id text,
    is_test boolean DEFAULT false NOT NULL,
    success boolean NOT NULL,
    status_code integer,
    error text,
    attempt integer NOT NULL,
    duration_ms integer,
    delivered_at timestamp(3) with time zone NOT NULL,
    next_retry_at timestamp(3) with time zone,
    finalized_at timestamp(3) with time zone,
    payload text NOT NULL,
    request_headers jsonb NOT NULL,
    response_preview text
)
PARTITION BY RANGE (id);

CREATE TABLE partitions.delivery_attempts_default (
    id text NOT NULL,
    webhook_id text NOT NULL,
    delivery_id uuid,
    event text NOT NULL,
    event_id text,
    is_test boolean DEFAULT false NOT NULL,
    success boolean NOT NULL,
    status_code integer,
    error text,
    attempt integer NOT NULL,
    duration_ms integer,
    delivered_at timestamp(3) with time zone NOT NULL,
    next_retry_at timestamp(3) with time zone,
    finalized_at timestamp(3) with time zone,
    payload text NOT NULL,
    request_headers jsonb NOT NULL,
    response_preview text
);

CREATE TABLE events (
    id text NOT NULL,
    type text NOT NULL,
    room_id text NOT NULL,
    organization_id text,
    object_type text NOT NULL,
    object_id text NOT NULL,
    v1_data jsonb,
    created_at timestamp(3) with time zone NOT NULL
)
PARTITION BY RANGE (created_at);

CREATE TABLE partitions.events_default (
    id text NOT NULL,
    type text NOT NULL,
    room_id text NOT NULL,
    organization_id text,
    object_type text NOT NULL,
    object_id text NOT NULL,
    v1_data jsonb,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE recorded_bodies (
    id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    api_key_id text NOT NULL,
    request_id text NOT NULL,
    request_body text,
    response_body text
)
PARTITION BY RANGE (at);

CREATE SEQUENCE recorded_bodies_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE recorded_bodies_id_seq OWNED BY recorded_bodies.id;

CREATE TABLE partitions.recorded_bodies_default (
    id bigint DEFAULT nextval('recorded_bodies_id_seq'::regclass) NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    api_key_id text NOT NULL,
    request_id text NOT NULL,
    request_body text,
    response_body text
);

CREATE TABLE request_details (
    id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    billing_entity_id text NOT NULL,
    request_id text NOT NULL,
    surface text NOT NULL,
    method text NOT NULL,
    route text NOT NULL,
    status smallint NOT NULL,
    error_code text,
    duration_ms integer NOT NULL,
    units_cost integer NOT NULL,
    actor_type text,
    credential_id text,
    user_id text,
    room_id text,
    facts text NOT NULL,
    transaction_id bigint NOT NULL
)
PARTITION BY RANGE (at);

CREATE SEQUENCE request_details_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE request_details_id_seq OWNED BY request_details.id;

CREATE TABLE partitions.request_details_default (
    id bigint DEFAULT nextval('request_details_id_seq'::regclass) NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    billing_entity_id text NOT NULL,
    request_id text NOT NULL,
    surface text NOT NULL,
    method text NOT NULL,
    route text NOT NULL,
    status smallint NOT NULL,
    error_code text,
    duration_ms integer NOT NULL,
    units_cost integer NOT NULL,
    actor_type text,
    credential_id text,
    user_id text,
    room_id text,
    facts text NOT NULL,
    transaction_id bigint NOT NULL
);

CREATE TABLE agent_runs (
    id text NOT NULL,
    connector_id text NOT NULL,
    billing_entity_id text NOT NULL,
    action text NOT NULL,
    state run_state DEFAULT 'QUEUED'::run_state NOT NULL,
    requested_by_id text NOT NULL,
    room_id text,
    record_id text,
    input jsonb NOT NULL,
    prompt text,
    answer text,
    sent_ids text[],
    gateway_host text,
    written jsonb DEFAULT '[]'::jsonb NOT NULL,
    reason text,
    units integer NOT NULL,
    session_key text,
    created_at timestamp(3) with time zone NOT NULL,
    started_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    cancel_requested_at timestamp(3) with time zone,
    claim_token text,
    claimed_at timestamp(3) with time zone,
    reason_code text,
    request_id text DEFAULT ''::text NOT NULL,
    reservation_id uuid,
    result jsonb,
    steps jsonb DEFAULT '[]'::jsonb NOT NULL,
    units_charged integer DEFAULT 0 NOT NULL,
    fingerprint bytea,
    idempotency_key text,
    trace_id uuid
);

CREATE TABLE api_keys (
    id text NOT NULL,
    name text NOT NULL,
    environment text NOT NULL,
    last4 text NOT NULL,
    hash_index text NOT NULL,
    hash bytea NOT NULL,
    scopes text[],
    organization_id text,
    user_id text,
    billing_entity_id text NOT NULL,
    created_by_id text NOT NULL,
    rotated_from_id text,
    last_used_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    revoked_by_id text,
    created_at timestamp(3) with time zone NOT NULL,
    leak_url text,
    revoked_reason text,
    monthly_units_max integer,
    recorded_until timestamp(3) with time zone,
    allowed_networks text[] DEFAULT ARRAY[]::text[],
    CONSTRAINT api_keys_one_owner CHECK (((organization_id IS NULL) <> (user_id IS NULL)))
);

CREATE TABLE approvals (
    id text NOT NULL,
    record_id text NOT NULL,
    status approval_status DEFAULT 'REQUESTED'::approval_status NOT NULL,
    requested_by_id text,
    comment text,
    decided_by_id text,
    decided_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    decision_comment text,
    version integer
);

CREATE TABLE audit_archive_areas (
    owner text NOT NULL,
    file text NOT NULL,
    rows bigint NOT NULL,
    first_at timestamp(3) with time zone NOT NULL,
    last_at timestamp(3) with time zone NOT NULL,
    least_id bigint NOT NULL,
    greatest_id bigint NOT NULL,
    acts text[],
    index_at bigint NOT NULL,
    index_bytes integer NOT NULL,
    index_digest bytea NOT NULL
);

CREATE TABLE audit_archives (
    file text NOT NULL,
    from_at timestamp(3) with time zone NOT NULL,
    until_at timestamp(3) with time zone NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    rows bigint,
    id_sum text,
    bytes bigint,
    archived_at timestamp(3) with time zone,
    left_at timestamp(3) with time zone,
    leaves_left_at timestamp(3) with time zone,
    erased_at timestamp(3) with time zone
);

CREATE TABLE audit_archiving (
    id integer NOT NULL,
    holder text,
    held_until timestamp(3) with time zone,
    done_at timestamp(3) with time zone,
    error text,
    failed_at timestamp(3) with time zone
);

CREATE TABLE audit_handovers (
    id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    note text NOT NULL
);

CREATE SEQUENCE audit_handovers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE audit_handovers_id_seq OWNED BY audit_handovers.id;

CREATE TABLE audit_leaf_counts (
    owner text NOT NULL,
    leaves bigint NOT NULL
);

CREATE TABLE audit_leaves (
    index bigint NOT NULL,
    audit_id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    number bigint NOT NULL,
    salt bytea NOT NULL
);

CREATE TABLE audit_stream_rows (
    stream_id text NOT NULL,
    seq bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    audit_id bigint NOT NULL
);

CREATE SEQUENCE audit_stream_rows_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE audit_stream_rows_seq_seq OWNED BY audit_stream_rows.seq;

CREATE TABLE audit_streams (
    id text NOT NULL,
    billing_entity_id text NOT NULL,
    kind text NOT NULL,
    format text NOT NULL,
    url text NOT NULL,
    bucket text,
    region text,
    prefix text,
    access_key_id text,
    secret_ciphertext text NOT NULL,
    run_by_id text,
    created_at timestamp(3) with time zone NOT NULL,
    since_transaction_id bigint NOT NULL,
    paused_at timestamp(3) with time zone,
    paused_reason text,
    next_attempt_at timestamp(3) with time zone NOT NULL,
    claimed_until timestamp(3) with time zone,
    failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp(3) with time zone,
    last_error text,
    last_error_at timestamp(3) with time zone,
    last_success_at timestamp(3) with time zone,
    sent_rows bigint DEFAULT 0 NOT NULL,
    lost_rows bigint DEFAULT 0 NOT NULL
);

CREATE TABLE audit_tail (
    id integer NOT NULL,
    transaction_id bigint NOT NULL
);

CREATE TABLE audit_tiles (
    level integer NOT NULL,
    index bigint NOT NULL,
    data bytea NOT NULL
);

CREATE TABLE audit_tree (
    id integer NOT NULL,
    origin text DEFAULT ''::text NOT NULL,
    size bigint DEFAULT 0 NOT NULL,
    tail_transaction_id bigint NOT NULL,
    tail_audit_id bigint DEFAULT 0 NOT NULL,
    checkpoint text DEFAULT ''::text NOT NULL,
    verifier_key text DEFAULT ''::text NOT NULL,
    appended_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE background_probes (
    id integer NOT NULL,
    asked_at timestamp(3) with time zone NOT NULL,
    answered_at timestamp(3) with time zone
);

CREATE TABLE billing_entities (
    id text NOT NULL,
    kind billing_kind NOT NULL,
    plan billing_plan DEFAULT 'STANDARD'::billing_plan NOT NULL,
    seats integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    suspension jsonb,
    CONSTRAINT billing_entities_seats CHECK ((seats >= 1))
);

CREATE TABLE boards (
    id text NOT NULL,
    room_id text NOT NULL,
    name text NOT NULL,
    "position" integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    archived_at timestamp(3) with time zone
);

CREATE TABLE cli_logins (
    id text NOT NULL,
    secret_hash bytea NOT NULL,
    code_hash bytea NOT NULL,
    device_name text NOT NULL,
    user_agent text,
    address text NOT NULL,
    place text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    polled_at timestamp(3) with time zone,
    decided_at timestamp(3) with time zone,
    decided_by_id text,
    is_approved boolean DEFAULT false NOT NULL,
    collected_at timestamp(3) with time zone
);

CREATE TABLE comment_floors (
    user_id text NOT NULL,
    room_id text NOT NULL,
    from_id text NOT NULL
);

CREATE TABLE comment_mentions (
    comment_id text NOT NULL,
    user_id text NOT NULL,
    room_id text NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    told_at timestamp(3) with time zone
);

CREATE TABLE comment_places (
    user_id text NOT NULL,
    room_id text NOT NULL,
    record_id text NOT NULL,
    comment_id text NOT NULL,
    read_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE connector_rooms (
    connector_id text NOT NULL,
    room_id text NOT NULL
);

CREATE TABLE connectors (
    id text NOT NULL,
    name text NOT NULL,
    organization_id text,
    user_id text,
    billing_entity_id text NOT NULL,
    gateway_base_url text NOT NULL,
    gateway_token_ciphertext text NOT NULL,
    agent_id text,
    model text,
    session_strategy session_strategy NOT NULL,
    tool_profile tool_profile NOT NULL,
    network_mode network_mode NOT NULL,
    is_enabled boolean DEFAULT true NOT NULL,
    created_by_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    proxy_accepted_at timestamp(3) with time zone,
    public_accepted_at timestamp(3) with time zone,
    token_set_at timestamp(3) with time zone,
    CONSTRAINT connectors_one_owner CHECK (((organization_id IS NULL) <> (user_id IS NULL)))
);

CREATE TABLE consent_decisions (
    request_hash bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE delivery_hours (
    billing_entity_id text NOT NULL,
    hour timestamp(0) with time zone NOT NULL,
    webhook_id text NOT NULL,
    attempts bigint NOT NULL,
    failed bigint NOT NULL,
    units bigint NOT NULL
);

CREATE TABLE delivery_minutes (
    billing_entity_id text NOT NULL,
    minute timestamp(3) with time zone NOT NULL,
    given integer NOT NULL,
    last_given integer NOT NULL
);

CREATE TABLE files (
    id text NOT NULL,
    room_id text NOT NULL,
    file_name text NOT NULL,
    size integer NOT NULL,
    mime_type text NOT NULL,
    source file_source NOT NULL,
    state file_state DEFAULT 'UPLOADING'::file_state NOT NULL,
    message_id text,
    task_id text,
    uploaded_by_id text NOT NULL,
    storage_key text NOT NULL,
    checksum text,
    created_at timestamp(3) with time zone NOT NULL,
    completed_at timestamp(3) with time zone,
    via_id text,
    via_request_id text,
    CONSTRAINT files_size CHECK ((size >= 0))
);

CREATE TABLE idempotency_keys (
    user_id text NOT NULL,
    app_id text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    response_status integer NOT NULL,
    response_body text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    receipt text
);

CREATE TABLE invitations (
    id text NOT NULL,
    organization_id text NOT NULL,
    email text NOT NULL,
    role integer NOT NULL,
    invited_by_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    reported_at timestamp(3) with time zone
);

CREATE TABLE legal_holds (
    id text NOT NULL,
    billing_entity_id text NOT NULL,
    reason text NOT NULL,
    placed_by_id text NOT NULL,
    placed_at timestamp(3) with time zone NOT NULL,
    lift_reason text,
    lifted_by_id text,
    lifted_at timestamp(3) with time zone
);

CREATE TABLE mail_tokens (
    hash bytea NOT NULL,
    purpose text NOT NULL,
    email text NOT NULL,
    invitation_id text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);

CREATE TABLE mails (
    id text NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    locale text NOT NULL,
    facts jsonb DEFAULT '{}'::jsonb NOT NULL,
    requested_from text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    sent_at timestamp(3) with time zone,
    problem text,
    subject text,
    text text,
    html text
);

CREATE TABLE mention_scans (
    id integer DEFAULT 1 NOT NULL,
    message_id text NOT NULL
);

CREATE TABLE message_changes (
    message_id text NOT NULL,
    room_id text NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE message_mentions (
    message_id text NOT NULL,
    user_id text NOT NULL,
    room_id text NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    told_at timestamp(3) with time zone
);

CREATE TABLE message_reactions (
    message_id text NOT NULL,
    emoji text NOT NULL,
    user_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE messages (
    id text NOT NULL,
    room_id text NOT NULL,
    author_id text,
    body text NOT NULL,
    reply_to_message_id text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    draft_key bytea,
    via_id text,
    via_request_id text,
    deleted_at timestamp(3) with time zone
);

CREATE TABLE notification_mails (
    user_id text NOT NULL,
    notification_id bigint NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    mail_id text,
    queued_at timestamp(3) with time zone
);

CREATE TABLE notification_reads (
    user_id text NOT NULL,
    notification_id bigint NOT NULL,
    read_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE notifications (
    id bigint NOT NULL,
    key text NOT NULL,
    kind text NOT NULL,
    audience text NOT NULL,
    subject_id text NOT NULL,
    facts jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    spread_at timestamp(3) with time zone
);

CREATE SEQUENCE notifications_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE notifications_id_seq OWNED BY notifications.id;

CREATE TABLE oauth_access_tokens (
    hash bytea NOT NULL,
    grant_id text NOT NULL,
    scopes text[],
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    id text
);

CREATE TABLE oauth_app_secrets (
    id text NOT NULL,
    app_id text NOT NULL,
    hash bytea NOT NULL,
    last4 text NOT NULL,
    expires_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE oauth_apps (
    id text NOT NULL,
    client_id text NOT NULL,
    name text NOT NULL,
    developer_name text NOT NULL,
    website_url text,
    client_type oauth_client_type NOT NULL,
    actor_type oauth_actor_type DEFAULT 'USER'::oauth_actor_type NOT NULL,
    allowed_scopes text[],
    redirect_uris text[],
    is_active boolean DEFAULT true NOT NULL,
    created_by_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    jwks jsonb DEFAULT '[]'::jsonb NOT NULL,
    jwks_checked_at timestamp(3) with time zone,
    jwks_fresh_until timestamp(3) with time zone,
    jwks_uri text,
    uses_keys boolean DEFAULT false NOT NULL
);

CREATE TABLE oauth_client_assertions (
    hash bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE oauth_client_documents (
    id text NOT NULL,
    url text NOT NULL,
    app_id text,
    found jsonb,
    found_at timestamp(3) with time zone,
    checked_at timestamp(3) with time zone,
    problem text,
    fresh_until timestamp(3) with time zone,
    approved jsonb,
    callback_port integer,
    refused_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE oauth_client_requests (
    document_id text NOT NULL,
    user_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE oauth_codes (
    hash bytea NOT NULL,
    grant_id text NOT NULL,
    redirect_uri text NOT NULL,
    code_challenge text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);

CREATE TABLE oauth_grant_events (
    id bigint NOT NULL,
    grant_id text NOT NULL,
    kind text NOT NULL,
    address text,
    user_agent text,
    at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE oauth_grant_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE oauth_grant_events_id_seq OWNED BY oauth_grant_events.id;

CREATE TABLE oauth_grants (
    id text NOT NULL,
    app_id text NOT NULL,
    user_id text NOT NULL,
    billing_entity_id text NOT NULL,
    scopes text[],
    audience text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    revoked_reason text,
    leak_url text
);

CREATE TABLE oauth_refresh_tokens (
    hash bytea NOT NULL,
    grant_id text NOT NULL,
    scopes text[],
    used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE organization_memberships (
    id text NOT NULL,
    organization_id text NOT NULL,
    user_id text NOT NULL,
    role integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE organizations (
    id text NOT NULL,
    name text NOT NULL,
    description text,
    is_active boolean DEFAULT true NOT NULL,
    billing_entity_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE passkeys (
    id text NOT NULL,
    user_id text NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[],
    name text NOT NULL,
    is_backed_up boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone
);

CREATE TABLE read_places (
    user_id text NOT NULL,
    room_id text NOT NULL,
    message_id text NOT NULL,
    read_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE record_comments (
    id text NOT NULL,
    record_id text NOT NULL,
    room_id text NOT NULL,
    author_id text,
    body text NOT NULL,
    draft_key bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone
);

CREATE TABLE record_versions (
    record_id text NOT NULL,
    version integer NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    saved_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE records (
    id text NOT NULL,
    room_id text NOT NULL,
    title text NOT NULL,
    content text DEFAULT ''::text NOT NULL,
    status record_status DEFAULT 'DRAFT'::record_status NOT NULL,
    origin record_origin DEFAULT 'MANUAL'::record_origin NOT NULL,
    created_by_id text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    saved_at timestamp(3) with time zone,
    unarchives_to record_status,
    unlocks_to record_status,
    version integer DEFAULT 1 NOT NULL,
    changed_via_id text,
    changed_via_request_id text,
    via_id text,
    via_request_id text
);

CREATE TABLE request_caller_hours (
    billing_entity_id text NOT NULL,
    hour timestamp(0) with time zone NOT NULL,
    slot uuid NOT NULL,
    actor_type text,
    credential_id text,
    user_id text,
    requests bigint NOT NULL,
    units bigint NOT NULL,
    refused bigint NOT NULL,
    failed bigint NOT NULL,
    duration_ms bigint NOT NULL
);

CREATE TABLE request_days (
    billing_entity_id text NOT NULL,
    day timestamp(0) with time zone NOT NULL,
    slot uuid NOT NULL,
    surface text NOT NULL,
    method text NOT NULL,
    route text NOT NULL,
    status smallint NOT NULL,
    error_code text,
    actor_type text,
    credential_id text,
    user_id text,
    axis text,
    requests bigint NOT NULL,
    units bigint NOT NULL,
    duration_ms bigint NOT NULL
);

CREATE TABLE request_entity_hours (
    billing_entity_id text NOT NULL,
    hour timestamp(0) with time zone NOT NULL,
    requests bigint NOT NULL,
    units bigint NOT NULL,
    refused bigint NOT NULL,
    failed bigint NOT NULL,
    duration_ms bigint NOT NULL
);

CREATE TABLE request_hours (
    billing_entity_id text NOT NULL,
    hour timestamp(0) with time zone NOT NULL,
    slot uuid NOT NULL,
    surface text NOT NULL,
    method text NOT NULL,
    route text NOT NULL,
    status smallint NOT NULL,
    error_code text,
    actor_type text,
    credential_id text,
    user_id text,
    axis text,
    requests bigint NOT NULL,
    units bigint NOT NULL,
    duration_ms bigint NOT NULL,
    first_at timestamp(3) with time zone,
    last_at timestamp(3) with time zone
);

CREATE TABLE request_rollups (
    id integer NOT NULL,
    transaction_id bigint NOT NULL,
    counted_until timestamp(3) with time zone NOT NULL
);

CREATE TABLE request_room_hours (
    billing_entity_id text NOT NULL,
    room_id text NOT NULL,
    hour timestamp(0) with time zone NOT NULL,
    requests bigint NOT NULL,
    first_at timestamp(3) with time zone,
    last_at timestamp(3) with time zone
);

CREATE TABLE room_members (
    id text NOT NULL,
    room_id text NOT NULL,
    user_id text NOT NULL,
    role integer,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE rooms (
    id text NOT NULL,
    name text NOT NULL,
    room_type integer DEFAULT 0 NOT NULL,
    organization_id text,
    billing_entity_id text NOT NULL,
    created_by_id text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE runner_events (
    id text NOT NULL,
    name text NOT NULL,
    data jsonb NOT NULL,
    received_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE runner_runs (
    id text NOT NULL,
    function_id text NOT NULL,
    event_id text,
    idempotency_key text NOT NULL,
    state runner_run_state DEFAULT 'READY'::runner_run_state NOT NULL,
    concurrency_key text DEFAULT ''::text NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    wake_at timestamp(3) with time zone NOT NULL,
    leased_until timestamp(3) with time zone,
    leased_by text,
    output jsonb,
    error jsonb,
    created_at timestamp(3) with time zone NOT NULL,
    started_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
    lapses integer DEFAULT 0 NOT NULL
);

CREATE TABLE runner_steps (
    run_id text NOT NULL,
    step_id text NOT NULL,
    name text,
    data jsonb,
    error jsonb,
    done_order integer NOT NULL
);

CREATE TABLE sessions (
    id text NOT NULL,
    user_id text NOT NULL,
    user_agent text,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    device_name text,
    place text,
    token_hash bytea,
    is_new_device boolean DEFAULT false NOT NULL
);

CREATE TABLE sign_in_attempts (
    id bigint NOT NULL,
    account_hash text NOT NULL,
    address text NOT NULL,
    succeeded boolean NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    device_id text
);

CREATE SEQUENCE sign_in_attempts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE sign_in_attempts_id_seq OWNED BY sign_in_attempts.id;

CREATE TABLE tasks (
    id text NOT NULL,
    room_id text NOT NULL,
    board_id text NOT NULL,
    title text NOT NULL,
    description text,
    status task_status DEFAULT 'NOT_STARTED'::task_status NOT NULL,
    start_date timestamp(3) with time zone,
    due_date timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_by_id text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    changed_via_id text,
    changed_via_request_id text,
    via_id text,
    via_request_id text,
    CONSTRAINT tasks_version CHECK ((version >= 1))
);

CREATE TABLE unit_ledger (
    billing_entity_id text NOT NULL,
    month date NOT NULL,
    confirmed integer DEFAULT 0 NOT NULL,
    reserved integer DEFAULT 0 NOT NULL,
    key_units jsonb,
    CONSTRAINT unit_ledger_not_negative CHECK (((confirmed >= 0) AND (reserved >= 0)))
);

CREATE TABLE unit_reservations (
    id uuid NOT NULL,
    billing_entity_id text NOT NULL,
    month date NOT NULL,
    units integer NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    is_confirmed boolean DEFAULT false NOT NULL,
    api_key_id text,
    CONSTRAINT unit_reservations_units CHECK ((units > 0))
);

CREATE TABLE usage_alert_dismissals (
    user_id text NOT NULL,
    subject_id text NOT NULL,
    month date NOT NULL,
    percent smallint NOT NULL
);

CREATE TABLE usage_alerts (
    subject_id text NOT NULL,
    month date NOT NULL,
    percent smallint NOT NULL,
    billing_entity_id text NOT NULL,
    raised_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE used_challenges (
    hash bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE user_identities (
    provider text NOT NULL,
    provider_account_id text NOT NULL,
    user_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE users (
    id text NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    locale text DEFAULT 'en'::text NOT NULL,
    password_hash text,
    token_version integer DEFAULT 1 NOT NULL,
    is_admin boolean DEFAULT false NOT NULL,
    sends_transcripts boolean DEFAULT false NOT NULL,
    billing_entity_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    muted_notifications text[] DEFAULT ARRAY[]::text[],
    unmailed_notifications text[] DEFAULT ARRAY[]::text[],
    hides_presence boolean DEFAULT false NOT NULL,
    CONSTRAINT users_email_lower CHECK ((email = lower(email)))
);

CREATE TABLE webhook_listeners (
    webhook_id text NOT NULL,
    user_id text NOT NULL,
    session_id text NOT NULL,
    device_name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone NOT NULL,
    stream_id text,
    stream_until timestamp(3) with time zone
);

CREATE TABLE webhook_secrets (
    webhook_id text NOT NULL,
    role webhook_secret_role NOT NULL,
    ciphertext text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE webhooks (
    id text NOT NULL,
    room_id text NOT NULL,
    name text NOT NULL,
    url text,
    events text[],
    is_active boolean DEFAULT true NOT NULL,
    api_version text NOT NULL,
    custom_headers jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_by_id text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    disabled_at timestamp(3) with time zone,
    disabled_reason text,
    consecutive_failures integer DEFAULT 0 NOT NULL,
    last_success_at timestamp(3) with time zone,
    rotation_started_at timestamp(3) with time zone,
    rotation_ends_at timestamp(3) with time zone,
    standard_headers boolean DEFAULT false NOT NULL,
    CONSTRAINT webhooks_rotation CHECK (((rotation_started_at IS NULL) = (rotation_ends_at IS NULL)))
);

-- A plan made while the queue is empty would read all of it for each row once it is long. Its file keeps this length, free
-- for reuse, so every plan finds rows by an index.
INSERT INTO partitions.deliveries_waiting (id, webhook_id, event_id, event_type, event_at, object_type, object_id, billing_entity_id, created_at)
SELECT gen_random_uuid(), repeat('-', 30), repeat('-', 30), repeat('-', 30), now(), '', repeat('-', 30), repeat('-', 30), now() FROM generate_series(1, 20000);
DELETE FROM partitions.deliveries_waiting;

ALTER TABLE ONLY audit_log ATTACH PARTITION partitions.audit_log_default DEFAULT;
ALTER TABLE ONLY partitions.deliveries_ended ATTACH PARTITION partitions.deliveries_default DEFAULT;
ALTER TABLE ONLY deliveries ATTACH PARTITION partitions.deliveries_ended FOR VALUES IN ('SUCCEEDED', 'FAILED');
ALTER TABLE ONLY deliveries ATTACH PARTITION partitions.deliveries_waiting FOR VALUES IN ('PENDING', 'RETRYING', 'HELD');
ALTER TABLE ONLY delivery_attempts ATTACH PARTITION partitions.delivery_attempts_default DEFAULT;
ALTER TABLE ONLY events ATTACH PARTITION partitions.events_default DEFAULT;
ALTER TABLE ONLY recorded_bodies ATTACH PARTITION partitions.recorded_bodies_default DEFAULT;
ALTER TABLE ONLY request_details ATTACH PARTITION partitions.request_details_default DEFAULT;
ALTER TABLE ONLY audit_handovers ALTER COLUMN id SET DEFAULT nextval('audit_handovers_id_seq'::regclass);
ALTER TABLE ONLY audit_log ALTER COLUMN id SET DEFAULT nextval('audit_log_id_seq'::regclass);
ALTER TABLE ONLY audit_stream_rows ALTER COLUMN seq SET DEFAULT nextval('audit_stream_rows_seq_seq'::regclass);
ALTER TABLE ONLY notifications ALTER COLUMN id SET DEFAULT nextval('notifications_id_seq'::regclass);
ALTER TABLE ONLY oauth_grant_events ALTER COLUMN id SET DEFAULT nextval('oauth_grant_events_id_seq'::regclass);
ALTER TABLE ONLY recorded_bodies ALTER COLUMN id SET DEFAULT nextval('recorded_bodies_id_seq'::regclass);
ALTER TABLE ONLY request_details ALTER COLUMN id SET DEFAULT nextval('request_details_id_seq'::regclass);
ALTER TABLE ONLY sign_in_attempts ALTER COLUMN id SET DEFAULT nextval('sign_in_attempts_id_seq'::regclass);
ALTER TABLE ONLY audit_log ADD CONSTRAINT audit_log_pkey PRIMARY KEY (at, id);
ALTER TABLE ONLY partitions.audit_log_default ADD CONSTRAINT audit_log_default_pkey PRIMARY KEY (at, id);
ALTER TABLE ONLY deliveries ADD CONSTRAINT deliveries_pkey PRIMARY KEY (id, state, event_at);
ALTER TABLE ONLY partitions.deliveries_ended ADD CONSTRAINT deliveries_ended_pkey PRIMARY KEY (id, state, event_at);
ALTER TABLE ONLY partitions.deliveries_default ADD CONSTRAINT deliveries_default_pkey PRIMARY KEY (id, state, event_at);
ALTER TABLE ONLY partitions.deliveries_waiting ADD CONSTRAINT deliveries_waiting_pkey PRIMARY KEY (id, state, event_at);
ALTER TABLE ONLY delivery_attempts ADD CONSTRAINT delivery_attempts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY partitions.delivery_attempts_default ADD CONSTRAINT delivery_attempts_default_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events ADD CONSTRAINT events_pkey PRIMARY KEY (id, created_at);
ALTER TABLE ONLY partitions.events_default ADD CONSTRAINT events_default_pkey PRIMARY KEY (id, created_at);
ALTER TABLE ONLY recorded_bodies ADD CONSTRAINT recorded_bodies_pkey PRIMARY KEY (api_key_id, at, id);
ALTER TABLE ONLY partitions.recorded_bodies_default ADD CONSTRAINT recorded_bodies_default_pkey PRIMARY KEY (api_key_id, at, id);
ALTER TABLE ONLY request_details ADD CONSTRAINT request_details_pkey PRIMARY KEY (billing_entity_id, at, id);
ALTER TABLE ONLY partitions.request_details_default ADD CONSTRAINT request_details_default_pkey PRIMARY KEY (billing_entity_id, at, id);
ALTER TABLE ONLY agent_runs ADD CONSTRAINT agent_runs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY api_keys ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY approvals ADD CONSTRAINT approvals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY audit_archive_areas ADD CONSTRAINT audit_archive_areas_pkey PRIMARY KEY (owner, file);
ALTER TABLE ONLY audit_archives ADD CONSTRAINT audit_archives_pkey PRIMARY KEY (file);
ALTER TABLE ONLY audit_archiving ADD CONSTRAINT audit_archiving_pkey PRIMARY KEY (id);
ALTER TABLE ONLY audit_handovers ADD CONSTRAINT audit_handovers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY audit_leaf_counts ADD CONSTRAINT audit_leaf_counts_pkey PRIMARY KEY (owner);
ALTER TABLE ONLY audit_leaves ADD CONSTRAINT audit_leaves_pkey PRIMARY KEY (index);
ALTER TABLE ONLY audit_stream_rows ADD CONSTRAINT audit_stream_rows_pkey PRIMARY KEY (stream_id, seq);
ALTER TABLE ONLY audit_streams ADD CONSTRAINT audit_streams_pkey PRIMARY KEY (id);
ALTER TABLE ONLY audit_tail ADD CONSTRAINT audit_tail_pkey PRIMARY KEY (id);
ALTER TABLE ONLY audit_tiles ADD CONSTRAINT audit_tiles_pkey PRIMARY KEY (level, index);
ALTER TABLE ONLY audit_tree ADD CONSTRAINT audit_tree_pkey PRIMARY KEY (id);
ALTER TABLE ONLY background_probes ADD CONSTRAINT background_probes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY billing_entities ADD CONSTRAINT billing_entities_pkey PRIMARY KEY (id);
ALTER TABLE ONLY boards ADD CONSTRAINT boards_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cli_logins ADD CONSTRAINT cli_logins_pkey PRIMARY KEY (id);
ALTER TABLE ONLY comment_floors ADD CONSTRAINT comment_floors_pkey PRIMARY KEY (user_id, room_id);
ALTER TABLE ONLY comment_mentions ADD CONSTRAINT comment_mentions_pkey PRIMARY KEY (comment_id, user_id);
ALTER TABLE ONLY comment_places ADD CONSTRAINT comment_places_pkey PRIMARY KEY (record_id, user_id);
ALTER TABLE ONLY connector_rooms ADD CONSTRAINT connector_rooms_pkey PRIMARY KEY (connector_id, room_id);
ALTER TABLE ONLY connectors ADD CONSTRAINT connectors_pkey PRIMARY KEY (id);
ALTER TABLE ONLY consent_decisions ADD CONSTRAINT consent_decisions_pkey PRIMARY KEY (request_hash);
ALTER TABLE ONLY delivery_hours ADD CONSTRAINT delivery_hours_pkey PRIMARY KEY (billing_entity_id, hour, webhook_id);
ALTER TABLE ONLY delivery_minutes ADD CONSTRAINT delivery_minutes_pkey PRIMARY KEY (minute, billing_entity_id);
ALTER TABLE ONLY files ADD CONSTRAINT files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY idempotency_keys ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, app_id, key);
ALTER TABLE ONLY invitations ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY legal_holds ADD CONSTRAINT legal_holds_pkey PRIMARY KEY (id);
ALTER TABLE ONLY mail_tokens ADD CONSTRAINT mail_tokens_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY mails ADD CONSTRAINT mails_pkey PRIMARY KEY (id);
ALTER TABLE ONLY mention_scans ADD CONSTRAINT mention_scans_pkey PRIMARY KEY (id);
ALTER TABLE ONLY message_changes ADD CONSTRAINT message_changes_pkey PRIMARY KEY (message_id);
ALTER TABLE ONLY message_mentions ADD CONSTRAINT message_mentions_pkey PRIMARY KEY (message_id, user_id);
ALTER TABLE ONLY message_reactions ADD CONSTRAINT message_reactions_pkey PRIMARY KEY (message_id, emoji, user_id);
ALTER TABLE ONLY messages ADD CONSTRAINT messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY notification_mails ADD CONSTRAINT notification_mails_pkey PRIMARY KEY (user_id, notification_id);
ALTER TABLE ONLY notification_reads ADD CONSTRAINT notification_reads_pkey PRIMARY KEY (user_id, notification_id);
ALTER TABLE ONLY notifications ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);
ALTER TABLE ONLY oauth_access_tokens ADD CONSTRAINT oauth_access_tokens_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY oauth_app_secrets ADD CONSTRAINT oauth_app_secrets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY oauth_apps ADD CONSTRAINT oauth_apps_pkey PRIMARY KEY (id);
ALTER TABLE ONLY oauth_client_assertions ADD CONSTRAINT oauth_client_assertions_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY oauth_client_documents ADD CONSTRAINT oauth_client_documents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY oauth_client_requests ADD CONSTRAINT oauth_client_requests_pkey PRIMARY KEY (document_id, user_id);
ALTER TABLE ONLY oauth_codes ADD CONSTRAINT oauth_codes_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY oauth_grant_events ADD CONSTRAINT oauth_grant_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY oauth_grants ADD CONSTRAINT oauth_grants_pkey PRIMARY KEY (id);
ALTER TABLE ONLY oauth_refresh_tokens ADD CONSTRAINT oauth_refresh_tokens_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY organization_memberships ADD CONSTRAINT organization_memberships_pkey PRIMARY KEY (id);
ALTER TABLE ONLY organizations ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY passkeys ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY read_places ADD CONSTRAINT read_places_pkey PRIMARY KEY (user_id, room_id);
ALTER TABLE ONLY record_comments ADD CONSTRAINT record_comments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY record_versions ADD CONSTRAINT record_versions_pkey PRIMARY KEY (record_id, version);
ALTER TABLE ONLY records ADD CONSTRAINT records_pkey PRIMARY KEY (id);
ALTER TABLE ONLY request_caller_hours ADD CONSTRAINT request_caller_hours_pkey PRIMARY KEY (billing_entity_id, hour, slot);
ALTER TABLE ONLY request_days ADD CONSTRAINT request_days_pkey PRIMARY KEY (billing_entity_id, day, slot);
ALTER TABLE ONLY request_entity_hours ADD CONSTRAINT request_entity_hours_pkey PRIMARY KEY (billing_entity_id, hour);
ALTER TABLE ONLY request_hours ADD CONSTRAINT request_hours_pkey PRIMARY KEY (billing_entity_id, hour, slot);
ALTER TABLE ONLY request_rollups ADD CONSTRAINT request_rollups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY request_room_hours ADD CONSTRAINT request_room_hours_pkey PRIMARY KEY (billing_entity_id, room_id, hour);
ALTER TABLE ONLY room_members ADD CONSTRAINT room_members_pkey PRIMARY KEY (id);
ALTER TABLE ONLY rooms ADD CONSTRAINT rooms_pkey PRIMARY KEY (id);
ALTER TABLE ONLY runner_events ADD CONSTRAINT runner_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY runner_runs ADD CONSTRAINT runner_runs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY runner_steps ADD CONSTRAINT runner_steps_pkey PRIMARY KEY (run_id, step_id);
ALTER TABLE ONLY sessions ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sign_in_attempts ADD CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tasks ADD CONSTRAINT tasks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY unit_ledger ADD CONSTRAINT unit_ledger_pkey PRIMARY KEY (billing_entity_id, month);
ALTER TABLE ONLY unit_reservations ADD CONSTRAINT unit_reservations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY usage_alert_dismissals ADD CONSTRAINT usage_alert_dismissals_pkey PRIMARY KEY (subject_id, month, percent, user_id);
ALTER TABLE ONLY usage_alerts ADD CONSTRAINT usage_alerts_pkey PRIMARY KEY (subject_id, month, percent);
ALTER TABLE ONLY used_challenges ADD CONSTRAINT used_challenges_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY user_identities ADD CONSTRAINT user_identities_pkey PRIMARY KEY (provider, provider_account_id);
ALTER TABLE ONLY users ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY webhook_listeners ADD CONSTRAINT webhook_listeners_pkey PRIMARY KEY (webhook_id);
ALTER TABLE ONLY webhook_secrets ADD CONSTRAINT webhook_secrets_pkey PRIMARY KEY (webhook_id, role);
ALTER TABLE ONLY webhooks ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);

CREATE UNIQUE INDEX users_email_key ON users USING btree (email);
CREATE UNIQUE INDEX users_billing_entity_id_key ON users USING btree (billing_entity_id);
CREATE INDEX user_identities_user_id_idx ON user_identities USING btree (user_id);
CREATE INDEX sign_in_attempts_account_hash_at_idx ON sign_in_attempts USING btree (account_hash, at);
CREATE INDEX sign_in_attempts_address_at_idx ON sign_in_attempts USING btree (address, at);
CREATE INDEX sign_in_attempts_at_idx ON sign_in_attempts USING btree (at);
CREATE UNIQUE INDEX organizations_billing_entity_id_key ON organizations USING btree (billing_entity_id);
CREATE INDEX organization_memberships_user_id_organization_id_idx ON organization_memberships USING btree (user_id, organization_id);
CREATE UNIQUE INDEX organization_memberships_organization_id_user_id_key ON organization_memberships USING btree (organization_id, user_id);
CREATE INDEX rooms_room_type_billing_entity_id_id_idx ON rooms USING btree (room_type DESC, billing_entity_id DESC, id DESC);
CREATE INDEX rooms_organization_id_idx ON rooms USING btree (organization_id);
CREATE INDEX room_members_room_id_id_idx ON room_members USING btree (room_id DESC, id DESC);
CREATE UNIQUE INDEX room_members_user_id_room_id_key ON room_members USING btree (user_id, room_id);
CREATE UNIQUE INDEX boards_room_id_position_key ON boards USING btree (room_id, "position");
CREATE INDEX messages_room_id_id_idx ON messages USING btree (room_id DESC, id DESC);
CREATE INDEX messages_reply_to_message_id_idx ON messages USING btree (reply_to_message_id);
CREATE INDEX tasks_room_id_id_idx ON tasks USING btree (room_id DESC, id DESC);
CREATE INDEX tasks_board_id_idx ON tasks USING btree (board_id);
CREATE INDEX records_room_id_id_idx ON records USING btree (room_id DESC, id DESC);
CREATE INDEX approvals_record_id_id_idx ON approvals USING btree (record_id, id DESC);
CREATE UNIQUE INDEX files_storage_key_key ON files USING btree (storage_key);
CREATE INDEX files_room_id_id_idx ON files USING btree (room_id DESC, id DESC);
CREATE INDEX files_state_created_at_idx ON files USING btree (state, created_at);
CREATE INDEX files_message_id_idx ON files USING btree (message_id);
CREATE INDEX files_task_id_idx ON files USING btree (task_id);
CREATE UNIQUE INDEX api_keys_rotated_from_id_key ON api_keys USING btree (rotated_from_id);
CREATE INDEX api_keys_hash_index_idx ON api_keys USING btree (hash_index);
CREATE INDEX api_keys_organization_id_id_idx ON api_keys USING btree (organization_id, id DESC);
CREATE INDEX api_keys_user_id_id_idx ON api_keys USING btree (user_id, id DESC);
CREATE UNIQUE INDEX oauth_apps_client_id_key ON oauth_apps USING btree (client_id);
CREATE INDEX oauth_app_secrets_app_id_idx ON oauth_app_secrets USING btree (app_id);
CREATE INDEX oauth_grants_user_id_app_id_id_idx ON oauth_grants USING btree (user_id, app_id, id DESC);
CREATE INDEX oauth_grants_app_id_idx ON oauth_grants USING btree (app_id);
CREATE INDEX oauth_grants_expires_at_idx ON oauth_grants USING btree (expires_at);
CREATE INDEX oauth_codes_grant_id_idx ON oauth_codes USING btree (grant_id);
CREATE INDEX oauth_codes_expires_at_idx ON oauth_codes USING btree (expires_at);
CREATE INDEX oauth_access_tokens_grant_id_idx ON oauth_access_tokens USING btree (grant_id);
CREATE INDEX oauth_access_tokens_expires_at_idx ON oauth_access_tokens USING btree (expires_at);
CREATE INDEX oauth_refresh_tokens_grant_id_idx ON oauth_refresh_tokens USING btree (grant_id);
CREATE INDEX oauth_refresh_tokens_expires_at_idx ON oauth_refresh_tokens USING btree (expires_at);
CREATE INDEX oauth_grant_events_grant_id_id_idx ON oauth_grant_events USING btree (grant_id, id);
CREATE INDEX webhooks_room_id_id_idx ON webhooks USING btree (room_id, id DESC);
CREATE INDEX webhooks_rotation_ends_at_idx ON webhooks USING btree (rotation_ends_at);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys USING btree (created_at);
CREATE INDEX unit_reservations_expires_at_idx ON unit_reservations USING btree (expires_at);
CREATE INDEX audit_log_request_id_idx ON ONLY audit_log USING btree (request_id);
CREATE INDEX audit_log_default_request_id_idx ON partitions.audit_log_default USING btree (request_id);
CREATE INDEX connectors_billing_entity_id_id_idx ON connectors USING btree (billing_entity_id, id DESC);
CREATE INDEX connector_rooms_room_id_idx ON connector_rooms USING btree (room_id);
CREATE INDEX agent_runs_connector_id_id_idx ON agent_runs USING btree (connector_id, id DESC);
CREATE INDEX agent_runs_billing_entity_id_state_idx ON agent_runs USING btree (billing_entity_id, state);
CREATE INDEX runner_events_received_at_idx ON runner_events USING btree (received_at);
CREATE UNIQUE INDEX runner_runs_idempotency_key_key ON runner_runs USING btree (idempotency_key);
CREATE INDEX runner_runs_leased_until_idx ON runner_runs USING btree (leased_until);
CREATE INDEX runner_runs_expires_at_idx ON runner_runs USING btree (expires_at);
CREATE INDEX runner_runs_finished_at_idx ON runner_runs USING btree (finished_at);
CREATE INDEX runner_runs_event_id_idx ON runner_runs USING btree (event_id);
CREATE INDEX invitations_email_idx ON invitations USING btree (email);
CREATE INDEX invitations_expires_at_idx ON invitations USING btree (expires_at);
CREATE UNIQUE INDEX invitations_organization_id_email_key ON invitations USING btree (organization_id, email);
CREATE INDEX agent_runs_requested_by_id_id_idx ON agent_runs USING btree (requested_by_id, id DESC);
CREATE INDEX agent_runs_state_id_idx ON agent_runs USING btree (state, id);
CREATE UNIQUE INDEX agent_runs_requested_by_id_idempotency_key_key ON agent_runs USING btree (requested_by_id, idempotency_key);
CREATE UNIQUE INDEX messages_draft_key ON messages USING btree (draft_key) WHERE (draft_key IS NOT NULL);
CREATE INDEX agent_runs_billing_entity_id_started_at_idx ON agent_runs USING btree (billing_entity_id, started_at);
CREATE INDEX sessions_user_id_idx ON sessions USING btree (user_id);
CREATE INDEX sessions_expires_at_idx ON sessions USING btree (expires_at);
CREATE INDEX consent_decisions_expires_at_idx ON consent_decisions USING btree (expires_at);
CREATE INDEX runner_runs_state_wake_at_idx ON runner_runs USING btree (state, wake_at);
CREATE INDEX runner_runs_state_concurrency_key_wake_at_idx ON runner_runs USING btree (state, concurrency_key, wake_at);
CREATE INDEX boards_room_id_id_idx ON boards USING btree (room_id DESC, id DESC);
CREATE INDEX records_room_id_updated_at_idx ON records USING btree (room_id, updated_at);
CREATE INDEX tasks_status_room_id_id_idx ON tasks USING btree (status DESC, room_id DESC, id DESC);
CREATE INDEX tasks_room_id_updated_at_idx ON tasks USING btree (room_id, updated_at);
CREATE INDEX request_details_errors_idx ON ONLY request_details USING btree (billing_entity_id, at, id) WHERE (status >= 400);
CREATE INDEX request_details_default_billing_entity_id_at_id_idx ON partitions.request_details_default USING btree (billing_entity_id, at, id) WHERE (status >= 400);
CREATE INDEX request_hours_hour_idx ON request_hours USING btree (hour);
CREATE INDEX request_room_hours_hour_idx ON request_room_hours USING btree (hour);
CREATE INDEX audit_log_billing_entity_id_at_id_idx ON ONLY audit_log USING btree (billing_entity_id DESC, at DESC, id DESC);
CREATE INDEX audit_log_default_billing_entity_id_at_id_idx ON partitions.audit_log_default USING btree (billing_entity_id DESC, at DESC, id DESC);
CREATE INDEX audit_log_acts_idx ON ONLY audit_log USING btree (billing_entity_id DESC, at DESC, id DESC) WHERE (method = 'ACT'::text);
CREATE INDEX audit_log_default_billing_entity_id_at_id_idx1 ON partitions.audit_log_default USING btree (billing_entity_id DESC, at DESC, id DESC) WHERE (method = 'ACT'::text);
CREATE INDEX events_room_id_created_at_id_idx ON ONLY events USING btree (room_id DESC, created_at DESC, id DESC);
CREATE INDEX events_type_room_id_created_at_id_idx ON ONLY events USING btree (type DESC, room_id DESC, created_at DESC, id DESC);
CREATE INDEX events_default_room_id_created_at_id_idx ON partitions.events_default USING btree (room_id DESC, created_at DESC, id DESC);
CREATE INDEX events_default_type_room_id_created_at_id_idx ON partitions.events_default USING btree (type DESC, room_id DESC, created_at DESC, id DESC);
CREATE INDEX deliveries_webhook_id_created_at_idx ON ONLY deliveries USING btree (webhook_id, created_at DESC);
CREATE INDEX deliveries_event_id_idx ON ONLY deliveries USING btree (event_id);
CREATE INDEX deliveries_waiting_webhook_id_created_at_idx ON partitions.deliveries_waiting USING btree (webhook_id, created_at DESC);
CREATE INDEX deliveries_waiting_event_id_idx ON partitions.deliveries_waiting USING btree (event_id);
CREATE INDEX deliveries_due_idx ON partitions.deliveries_waiting USING btree (webhook_id COLLATE "C", next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX deliveries_ended_webhook_id_created_at_idx ON ONLY partitions.deliveries_ended USING btree (webhook_id, created_at DESC);
CREATE INDEX deliveries_ended_event_id_idx ON ONLY partitions.deliveries_ended USING btree (event_id);
CREATE INDEX deliveries_default_webhook_id_created_at_idx ON partitions.deliveries_default USING btree (webhook_id, created_at DESC);
CREATE INDEX deliveries_default_event_id_idx ON partitions.deliveries_default USING btree (event_id);
CREATE INDEX delivery_attempts_webhook_id_id_idx ON ONLY delivery_attempts USING btree (webhook_id DESC, id DESC);
CREATE INDEX delivery_attempts_delivery_id_idx ON ONLY delivery_attempts USING btree (delivery_id);
CREATE INDEX delivery_attempts_default_webhook_id_id_idx ON partitions.delivery_attempts_default USING btree (webhook_id DESC, id DESC);
CREATE INDEX delivery_attempts_default_delivery_id_idx ON partitions.delivery_attempts_default USING btree (delivery_id);
CREATE UNIQUE INDEX cli_logins_secret_hash_key ON cli_logins USING btree (secret_hash);
CREATE UNIQUE INDEX cli_logins_code_hash_key ON cli_logins USING btree (code_hash);
CREATE INDEX cli_logins_address_created_at_idx ON cli_logins USING btree (address, created_at);
CREATE INDEX cli_logins_expires_at_idx ON cli_logins USING btree (expires_at);
CREATE INDEX cli_logins_decided_by_id_idx ON cli_logins USING btree (decided_by_id);
CREATE UNIQUE INDEX sessions_token_hash_key ON sessions USING btree (token_hash);
CREATE INDEX webhook_listeners_session_id_idx ON webhook_listeners USING btree (session_id);
CREATE INDEX webhook_listeners_user_id_idx ON webhook_listeners USING btree (user_id);
CREATE INDEX audit_streams_billing_entity_id_idx ON audit_streams USING btree (billing_entity_id);
CREATE INDEX audit_streams_run_by_id_idx ON audit_streams USING btree (run_by_id);
CREATE INDEX audit_streams_next_attempt_at_idx ON audit_streams USING btree (next_attempt_at);
CREATE INDEX audit_stream_rows_at_idx ON audit_stream_rows USING btree (at);
CREATE INDEX usage_alerts_billing_entity_id_month_idx ON usage_alerts USING btree (billing_entity_id, month);
CREATE INDEX request_days_day_idx ON request_days USING btree (day);
CREATE INDEX request_caller_hours_hour_idx ON request_caller_hours USING btree (hour);
CREATE UNIQUE INDEX oauth_client_documents_url_key ON oauth_client_documents USING btree (url);
CREATE UNIQUE INDEX oauth_client_documents_app_id_key ON oauth_client_documents USING btree (app_id);
CREATE INDEX oauth_client_requests_user_id_idx ON oauth_client_requests USING btree (user_id);
CREATE UNIQUE INDEX audit_leaves_audit_id_key ON audit_leaves USING btree (audit_id);
CREATE INDEX delivery_hours_hour_idx ON delivery_hours USING btree (hour);
CREATE UNIQUE INDEX notifications_key_key ON notifications USING btree (key);
CREATE INDEX notifications_audience_id_idx ON notifications USING btree (audience DESC, id DESC);
CREATE INDEX notifications_subject_id_kind_created_at_idx ON notifications USING btree (subject_id, kind, created_at);
CREATE INDEX notifications_created_at_idx ON notifications USING btree (created_at);
CREATE INDEX notification_reads_notification_id_idx ON notification_reads USING btree (notification_id);
CREATE INDEX api_keys_expires_at_idx ON api_keys USING btree (expires_at);
CREATE INDEX sessions_is_new_device_created_at_idx ON sessions USING btree (is_new_device, created_at);
CREATE INDEX request_entity_hours_hour_idx ON request_entity_hours USING btree (hour);
CREATE INDEX audit_log_transaction_id_idx ON ONLY audit_log USING btree (transaction_id);
CREATE INDEX audit_log_default_transaction_id_idx ON partitions.audit_log_default USING btree (transaction_id);
CREATE INDEX request_details_transaction_id_idx ON ONLY request_details USING btree (transaction_id);
CREATE INDEX request_details_default_transaction_id_idx ON partitions.request_details_default USING btree (transaction_id);
CREATE INDEX mails_due ON mails USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX mails_recipient_created_at_idx ON mails USING btree (recipient, created_at);
CREATE INDEX mails_requested_from_created_at_idx ON mails USING btree (requested_from, created_at);
CREATE INDEX mails_created_at_idx ON mails USING btree (created_at);
CREATE INDEX billing_entities_suspended ON billing_entities USING btree (id DESC) WHERE (suspension IS NOT NULL);
CREATE INDEX mail_tokens_email_purpose_idx ON mail_tokens USING btree (email, purpose);
CREATE INDEX mail_tokens_expires_at_idx ON mail_tokens USING btree (expires_at);
CREATE INDEX legal_holds_billing_entity_id_idx ON legal_holds USING btree (billing_entity_id);
CREATE UNIQUE INDEX legal_holds_in_force_key ON legal_holds USING btree (billing_entity_id) WHERE (lifted_at IS NULL);
CREATE INDEX notification_mails_notification_id_idx ON notification_mails USING btree (notification_id);
CREATE INDEX notification_mails_user_id_queued_at_idx ON notification_mails USING btree (user_id, queued_at);
CREATE INDEX notification_mails_waiting ON notification_mails USING btree (user_id, created_at) WHERE (mail_id IS NULL);
CREATE INDEX notifications_unspread ON notifications USING btree (id) WHERE (spread_at IS NULL);
CREATE INDEX users_admins ON users USING btree (id) WHERE is_admin;
CREATE INDEX audit_log_act_names_idx ON ONLY audit_log USING btree (route DESC, at DESC, id DESC) WHERE (method = 'ACT'::text);
CREATE INDEX audit_log_default_route_at_id_idx ON partitions.audit_log_default USING btree (route DESC, at DESC, id DESC) WHERE (method = 'ACT'::text);
CREATE INDEX audit_archives_from_at_idx ON audit_archives USING btree (from_at);
CREATE INDEX audit_archive_areas_file_idx ON audit_archive_areas USING btree (file);
CREATE UNIQUE INDEX audit_archives_month_key ON audit_archives USING btree (from_at) WHERE ((archived_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX message_changes_room_id_changed_at_idx ON message_changes USING btree (room_id, changed_at);
CREATE INDEX message_mentions_user_id_room_id_message_id_idx ON message_mentions USING btree (user_id, room_id, message_id);
CREATE INDEX message_mentions_untold ON message_mentions USING btree (message_id, user_id) WHERE (told_at IS NULL);
CREATE INDEX message_reactions_user_id_idx ON message_reactions USING btree (user_id);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys USING btree (credential_id);
CREATE INDEX passkeys_user_id_idx ON passkeys USING btree (user_id);
CREATE INDEX used_challenges_expires_at_idx ON used_challenges USING btree (expires_at);
CREATE UNIQUE INDEX record_comments_draft_key_key ON record_comments USING btree (draft_key);
CREATE INDEX record_comments_record_id_id_idx ON record_comments USING btree (record_id DESC, id DESC);
CREATE INDEX record_comments_room_id_updated_at_idx ON record_comments USING btree (room_id, updated_at);
CREATE INDEX comment_mentions_user_id_idx ON comment_mentions USING btree (user_id);
CREATE INDEX comment_mentions_untold ON comment_mentions USING btree (comment_id, user_id) WHERE (told_at IS NULL);
CREATE INDEX comment_places_room_id_user_id_idx ON comment_places USING btree (room_id, user_id);
CREATE INDEX record_comments_room_id_id_idx ON record_comments USING btree (room_id DESC, id DESC);
CREATE INDEX approvals_open ON approvals USING btree (created_at) WHERE (status = 'REQUESTED'::approval_status);
CREATE INDEX oauth_client_assertions_expires_at_idx ON oauth_client_assertions USING btree (expires_at);

ALTER INDEX audit_log_billing_entity_id_at_id_idx ATTACH PARTITION partitions.audit_log_default_billing_entity_id_at_id_idx;
ALTER INDEX audit_log_acts_idx ATTACH PARTITION partitions.audit_log_default_billing_entity_id_at_id_idx1;
ALTER INDEX audit_log_pkey ATTACH PARTITION partitions.audit_log_default_pkey;
ALTER INDEX audit_log_request_id_idx ATTACH PARTITION partitions.audit_log_default_request_id_idx;
ALTER INDEX audit_log_act_names_idx ATTACH PARTITION partitions.audit_log_default_route_at_id_idx;
ALTER INDEX audit_log_transaction_id_idx ATTACH PARTITION partitions.audit_log_default_transaction_id_idx;
ALTER INDEX partitions.deliveries_ended_event_id_idx ATTACH PARTITION partitions.deliveries_default_event_id_idx;
ALTER INDEX partitions.deliveries_ended_pkey ATTACH PARTITION partitions.deliveries_default_pkey;
ALTER INDEX partitions.deliveries_ended_webhook_id_created_at_idx ATTACH PARTITION partitions.deliveries_default_webhook_id_created_at_idx;
ALTER INDEX deliveries_event_id_idx ATTACH PARTITION partitions.deliveries_ended_event_id_idx;
ALTER INDEX deliveries_pkey ATTACH PARTITION partitions.deliveries_ended_pkey;
ALTER INDEX deliveries_webhook_id_created_at_idx ATTACH PARTITION partitions.deliveries_ended_webhook_id_created_at_idx;
ALTER INDEX deliveries_event_id_idx ATTACH PARTITION partitions.deliveries_waiting_event_id_idx;
ALTER INDEX deliveries_pkey ATTACH PARTITION partitions.deliveries_waiting_pkey;
ALTER INDEX deliveries_webhook_id_created_at_idx ATTACH PARTITION partitions.deliveries_waiting_webhook_id_created_at_idx;
ALTER INDEX delivery_attempts_delivery_id_idx ATTACH PARTITION partitions.delivery_attempts_default_delivery_id_idx;
ALTER INDEX delivery_attempts_pkey ATTACH PARTITION partitions.delivery_attempts_default_pkey;
ALTER INDEX delivery_attempts_webhook_id_id_idx ATTACH PARTITION partitions.delivery_attempts_default_webhook_id_id_idx;
ALTER INDEX events_pkey ATTACH PARTITION partitions.events_default_pkey;
ALTER INDEX events_room_id_created_at_id_idx ATTACH PARTITION partitions.events_default_room_id_created_at_id_idx;
ALTER INDEX events_type_room_id_created_at_id_idx ATTACH PARTITION partitions.events_default_type_room_id_created_at_id_idx;
ALTER INDEX recorded_bodies_pkey ATTACH PARTITION partitions.recorded_bodies_default_pkey;
ALTER INDEX request_details_errors_idx ATTACH PARTITION partitions.request_details_default_billing_entity_id_at_id_idx;
ALTER INDEX request_details_pkey ATTACH PARTITION partitions.request_details_default_pkey;
ALTER INDEX request_details_transaction_id_idx ATTACH PARTITION partitions.request_details_default_transaction_id_idx;

ALTER TABLE ONLY partitions.deliveries_waiting ADD CONSTRAINT deliveries_waiting_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY agent_runs ADD CONSTRAINT agent_runs_connector_id_fkey FOREIGN KEY (connector_id) REFERENCES connectors(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY api_keys ADD CONSTRAINT api_keys_billing_entity_id_fkey FOREIGN KEY (billing_entity_id) REFERENCES billing_entities(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ONLY approvals ADD CONSTRAINT approvals_record_id_fkey FOREIGN KEY (record_id) REFERENCES records(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY audit_streams ADD CONSTRAINT audit_streams_billing_entity_id_fkey FOREIGN KEY (billing_entity_id) REFERENCES billing_entities(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY audit_streams ADD CONSTRAINT audit_streams_run_by_id_fkey FOREIGN KEY (run_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE ONLY boards ADD CONSTRAINT boards_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY cli_logins ADD CONSTRAINT cli_logins_decided_by_id_fkey FOREIGN KEY (decided_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY comment_floors ADD CONSTRAINT comment_floors_user_id_room_id_fkey FOREIGN KEY (user_id, room_id) REFERENCES room_members(user_id, room_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY comment_mentions ADD CONSTRAINT comment_mentions_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES record_comments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY comment_mentions ADD CONSTRAINT comment_mentions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY comment_places ADD CONSTRAINT comment_places_record_id_fkey FOREIGN KEY (record_id) REFERENCES records(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY comment_places ADD CONSTRAINT comment_places_user_id_room_id_fkey FOREIGN KEY (user_id, room_id) REFERENCES room_members(user_id, room_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY connector_rooms ADD CONSTRAINT connector_rooms_connector_id_fkey FOREIGN KEY (connector_id) REFERENCES connectors(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY connector_rooms ADD CONSTRAINT connector_rooms_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY files ADD CONSTRAINT files_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE ONLY files ADD CONSTRAINT files_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY files ADD CONSTRAINT files_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE ONLY invitations ADD CONSTRAINT invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY legal_holds ADD CONSTRAINT legal_holds_billing_entity_id_fkey FOREIGN KEY (billing_entity_id) REFERENCES billing_entities(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ONLY message_changes ADD CONSTRAINT message_changes_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY message_mentions ADD CONSTRAINT message_mentions_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY message_mentions ADD CONSTRAINT message_mentions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY message_reactions ADD CONSTRAINT message_reactions_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY message_reactions ADD CONSTRAINT message_reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY messages ADD CONSTRAINT messages_reply_to_message_id_fkey FOREIGN KEY (reply_to_message_id) REFERENCES messages(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE ONLY messages ADD CONSTRAINT messages_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY notification_mails ADD CONSTRAINT notification_mails_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY notification_mails ADD CONSTRAINT notification_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY notification_reads ADD CONSTRAINT notification_reads_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY notification_reads ADD CONSTRAINT notification_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY oauth_access_tokens ADD CONSTRAINT oauth_access_tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY oauth_app_secrets ADD CONSTRAINT oauth_app_secrets_app_id_fkey FOREIGN KEY (app_id) REFERENCES oauth_apps(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY oauth_client_documents ADD CONSTRAINT oauth_client_documents_app_id_fkey FOREIGN KEY (app_id) REFERENCES oauth_apps(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY oauth_client_requests ADD CONSTRAINT oauth_client_requests_document_id_fkey FOREIGN KEY (document_id) REFERENCES oauth_client_documents(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY oauth_client_requests ADD CONSTRAINT oauth_client_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY oauth_codes ADD CONSTRAINT oauth_codes_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY oauth_grant_events ADD CONSTRAINT oauth_grant_events_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY oauth_grants ADD CONSTRAINT oauth_grants_app_id_fkey FOREIGN KEY (app_id) REFERENCES oauth_apps(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY oauth_grants ADD CONSTRAINT oauth_grants_billing_entity_id_fkey FOREIGN KEY (billing_entity_id) REFERENCES billing_entities(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ONLY oauth_grants ADD CONSTRAINT oauth_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY oauth_refresh_tokens ADD CONSTRAINT oauth_refresh_tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY organization_memberships ADD CONSTRAINT organization_memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY organization_memberships ADD CONSTRAINT organization_memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY organizations ADD CONSTRAINT organizations_billing_entity_id_fkey FOREIGN KEY (billing_entity_id) REFERENCES billing_entities(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ONLY passkeys ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY read_places ADD CONSTRAINT read_places_user_id_room_id_fkey FOREIGN KEY (user_id, room_id) REFERENCES room_members(user_id, room_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY record_comments ADD CONSTRAINT record_comments_record_id_fkey FOREIGN KEY (record_id) REFERENCES records(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY record_versions ADD CONSTRAINT record_versions_record_id_fkey FOREIGN KEY (record_id) REFERENCES records(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY records ADD CONSTRAINT records_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY room_members ADD CONSTRAINT room_members_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY room_members ADD CONSTRAINT room_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY rooms ADD CONSTRAINT rooms_billing_entity_id_fkey FOREIGN KEY (billing_entity_id) REFERENCES billing_entities(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ONLY rooms ADD CONSTRAINT rooms_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ONLY runner_steps ADD CONSTRAINT runner_steps_run_id_fkey FOREIGN KEY (run_id) REFERENCES runner_runs(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY sessions ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY tasks ADD CONSTRAINT tasks_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ONLY tasks ADD CONSTRAINT tasks_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY usage_alert_dismissals ADD CONSTRAINT usage_alert_dismissals_subject_id_month_percent_fkey FOREIGN KEY (subject_id, month, percent) REFERENCES usage_alerts(subject_id, month, percent) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY user_identities ADD CONSTRAINT user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY users ADD CONSTRAINT users_billing_entity_id_fkey FOREIGN KEY (billing_entity_id) REFERENCES billing_entities(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ONLY webhook_listeners ADD CONSTRAINT webhook_listeners_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY webhook_secrets ADD CONSTRAINT webhook_secrets_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY webhooks ADD CONSTRAINT webhooks_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id) ON UPDATE CASCADE ON DELETE CASCADE;

INSERT INTO request_rollups (id, transaction_id, counted_until)
VALUES (1, pg_snapshot_xmin(pg_current_snapshot())::text::bigint, now());
INSERT INTO audit_tail (id, transaction_id) VALUES (1, pg_snapshot_xmin(pg_current_snapshot())::text::bigint);
INSERT INTO audit_tree (id, tail_transaction_id, appended_at)
VALUES (1, pg_snapshot_xmin(pg_current_snapshot())::text::bigint, now() - interval '1 minute');
INSERT INTO audit_archiving (id) VALUES (1);
