-- CreateEnum
CREATE TYPE "billing_kind" AS ENUM ('INDIVIDUAL', 'ORGANIZATION');

-- CreateEnum
CREATE TYPE "billing_plan" AS ENUM ('STANDARD', 'UNLIMITED');

-- CreateEnum
CREATE TYPE "task_status" AS ENUM ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED');

-- CreateEnum
CREATE TYPE "record_status" AS ENUM ('DRAFT', 'PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'LOCKED', 'ARCHIVED');

-- CreateEnum
CREATE TYPE "record_origin" AS ENUM ('MANUAL', 'TRANSCRIPT');

-- CreateEnum
CREATE TYPE "approval_status" AS ENUM ('REQUESTED', 'APPROVED', 'REJECTED', 'WITHDRAWN');

-- CreateEnum
CREATE TYPE "file_source" AS ENUM ('CHAT', 'TASK', 'MEMO', 'BOARD');

-- CreateEnum
CREATE TYPE "file_state" AS ENUM ('UPLOADING', 'READY');

-- CreateEnum
CREATE TYPE "oauth_client_type" AS ENUM ('PUBLIC', 'CONFIDENTIAL');

-- CreateEnum
CREATE TYPE "oauth_actor_type" AS ENUM ('USER', 'AGENT');

-- CreateEnum
CREATE TYPE "webhook_secret_role" AS ENUM ('CURRENT', 'NEXT');

-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('PENDING', 'RETRYING', 'SUCCEEDED', 'FAILED', 'HELD');

-- CreateEnum
CREATE TYPE "session_strategy" AS ENUM ('ROOM', 'THREAD', 'RECORD', 'USER');

-- CreateEnum
CREATE TYPE "tool_profile" AS ENUM ('READ_ONLY', 'TASK_WRITER', 'MESSAGE_WRITER');

-- CreateEnum
CREATE TYPE "network_mode" AS ENUM ('PRIVATE', 'TAILNET', 'PUBLIC_WITH_PROXY');

-- CreateEnum
CREATE TYPE "run_state" AS ENUM ('QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'TIMED_OUT');

-- CreateEnum
CREATE TYPE "runner_run_state" AS ENUM ('READY', 'SLEEPING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED');

-- CreateTable
CREATE TABLE "billing_entities" (
    "id" TEXT NOT NULL,
    "kind" "billing_kind" NOT NULL,
    "plan" "billing_plan" NOT NULL DEFAULT 'STANDARD',
    "seats" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "billing_entities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "password_hash" TEXT,
    "token_version" INTEGER NOT NULL DEFAULT 1,
    "is_admin" BOOLEAN NOT NULL DEFAULT false,
    "sends_transcripts" BOOLEAN NOT NULL DEFAULT false,
    "billing_entity_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_identities" (
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_identities_pkey" PRIMARY KEY ("provider","provider_account_id")
);

-- CreateTable
CREATE TABLE "sign_in_attempts" (
    "id" BIGSERIAL NOT NULL,
    "account_hash" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "succeeded" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "billing_entity_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_memberships" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organization_memberships_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rooms" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "room_type" INTEGER NOT NULL DEFAULT 0,
    "organization_id" TEXT,
    "billing_entity_id" TEXT NOT NULL,
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rooms_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "room_members" (
    "id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "room_members_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "boards" (
    "id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "boards_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "author_id" TEXT,
    "body" TEXT NOT NULL,
    "reply_to_message_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tasks" (
    "id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "board_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "status" "task_status" NOT NULL DEFAULT 'NOT_STARTED',
    "start_date" TIMESTAMPTZ(3),
    "due_date" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "records" (
    "id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL DEFAULT '',
    "status" "record_status" NOT NULL DEFAULT 'DRAFT',
    "origin" "record_origin" NOT NULL DEFAULT 'MANUAL',
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approvals" (
    "id" TEXT NOT NULL,
    "record_id" TEXT NOT NULL,
    "status" "approval_status" NOT NULL DEFAULT 'REQUESTED',
    "requested_by_id" TEXT,
    "comment" TEXT,
    "decided_by_id" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "files" (
    "id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "mime_type" TEXT NOT NULL,
    "source" "file_source" NOT NULL,
    "state" "file_state" NOT NULL DEFAULT 'UPLOADING',
    "message_id" TEXT,
    "task_id" TEXT,
    "uploaded_by_id" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "checksum" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "hash_index" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "organization_id" TEXT,
    "user_id" TEXT,
    "billing_entity_id" TEXT NOT NULL,
    "created_by_id" TEXT NOT NULL,
    "rotated_from_id" TEXT,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_apps" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "developer_name" TEXT NOT NULL,
    "website_url" TEXT,
    "client_type" "oauth_client_type" NOT NULL,
    "actor_type" "oauth_actor_type" NOT NULL DEFAULT 'USER',
    "allowed_scopes" TEXT[],
    "redirect_uris" TEXT[],
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_apps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_app_secrets" (
    "id" TEXT NOT NULL,
    "app_id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "last4" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_app_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_grants" (
    "id" TEXT NOT NULL,
    "app_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "billing_entity_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "audience" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_reason" TEXT,

    CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_codes" (
    "hash" BYTEA NOT NULL,
    "grant_id" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "code_challenge" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_codes_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "oauth_access_tokens" (
    "hash" BYTEA NOT NULL,
    "grant_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_access_tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "oauth_refresh_tokens" (
    "hash" BYTEA NOT NULL,
    "grant_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_refresh_tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "oauth_grant_events" (
    "id" BIGSERIAL NOT NULL,
    "grant_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "address" TEXT,
    "user_agent" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_grant_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "api_version" TEXT NOT NULL,
    "custom_headers" JSONB NOT NULL DEFAULT '{}',
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "consecutive_failures" INTEGER NOT NULL DEFAULT 0,
    "last_success_at" TIMESTAMPTZ(3),
    "rotation_started_at" TIMESTAMPTZ(3),
    "rotation_ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_secrets" (
    "webhook_id" TEXT NOT NULL,
    "role" "webhook_secret_role" NOT NULL,
    "ciphertext" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("webhook_id","role")
);

-- CreateTable
CREATE TABLE "events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "organization_id" TEXT,
    "object_type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "v1_data" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" UUID NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "billing_entity_id" TEXT NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "is_redelivery" BOOLEAN NOT NULL DEFAULT false,
    "next_attempt_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_attempts" (
    "id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "delivery_id" UUID,
    "event" TEXT NOT NULL,
    "event_id" TEXT,
    "success" BOOLEAN NOT NULL,
    "status_code" INTEGER,
    "error" TEXT,
    "attempt" INTEGER NOT NULL,
    "duration_ms" INTEGER,
    "delivered_at" TIMESTAMPTZ(3) NOT NULL,
    "next_retry_at" TIMESTAMPTZ(3),
    "finalized_at" TIMESTAMPTZ(3),
    "payload" TEXT NOT NULL,
    "request_headers" JSONB NOT NULL,
    "response_preview" TEXT,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "user_id" TEXT NOT NULL,
    "app_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "response_status" INTEGER NOT NULL,
    "response_body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("user_id","app_id","key")
);

-- CreateTable
CREATE TABLE "unit_ledger" (
    "billing_entity_id" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "confirmed" INTEGER NOT NULL DEFAULT 0,
    "reserved" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "unit_ledger_pkey" PRIMARY KEY ("billing_entity_id","month")
);

-- CreateTable
CREATE TABLE "unit_reservations" (
    "id" UUID NOT NULL,
    "billing_entity_id" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "units" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unit_reservations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT NOT NULL,
    "surface" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "error_code" TEXT,
    "auth_method" TEXT,
    "actor_type" TEXT,
    "actor_id" TEXT,
    "scopes" TEXT NOT NULL DEFAULT '',
    "billing_entity_id" TEXT,
    "organization_id" TEXT,
    "user_id" TEXT,
    "api_key_id" TEXT,
    "external_token_id" TEXT,
    "units_cost" INTEGER NOT NULL DEFAULT 0,
    "duration_ms" INTEGER,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("at","id")
) PARTITION BY RANGE ("at");

-- One partition a month, made ahead of time by the service. They lie in a schema of their own, where Prisma does not look.
-- Rows of a month without a partition are kept in the default one.
CREATE SCHEMA "partitions";
CREATE TABLE "partitions"."audit_log_default" PARTITION OF "audit_log" DEFAULT;

-- CreateTable
CREATE TABLE "connectors" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "organization_id" TEXT,
    "user_id" TEXT,
    "billing_entity_id" TEXT NOT NULL,
    "gateway_base_url" TEXT NOT NULL,
    "gateway_token_ciphertext" TEXT NOT NULL,
    "agent_id" TEXT,
    "model" TEXT,
    "session_strategy" "session_strategy" NOT NULL,
    "tool_profile" "tool_profile" NOT NULL,
    "network_mode" "network_mode" NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connectors_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connector_rooms" (
    "connector_id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,

    CONSTRAINT "connector_rooms_pkey" PRIMARY KEY ("connector_id","room_id")
);

-- CreateTable
CREATE TABLE "agent_runs" (
    "id" TEXT NOT NULL,
    "connector_id" TEXT NOT NULL,
    "billing_entity_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "state" "run_state" NOT NULL DEFAULT 'QUEUED',
    "requested_by_id" TEXT NOT NULL,
    "room_id" TEXT,
    "record_id" TEXT,
    "input" JSONB NOT NULL,
    "prompt" TEXT,
    "answer" TEXT,
    "sent_ids" TEXT[],
    "gateway_host" TEXT,
    "written" JSONB NOT NULL DEFAULT '[]',
    "reason" TEXT,
    "units" INTEGER NOT NULL,
    "session_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "agent_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "runner_events" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "runner_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "runner_runs" (
    "id" TEXT NOT NULL,
    "function_id" TEXT NOT NULL,
    "event_id" TEXT,
    "idempotency_key" TEXT NOT NULL,
    "state" "runner_run_state" NOT NULL DEFAULT 'READY',
    "concurrency_key" TEXT,
    "throttle_key" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "wake_at" TIMESTAMPTZ(3) NOT NULL,
    "leased_until" TIMESTAMPTZ(3),
    "leased_by" TEXT,
    "output" JSONB,
    "error" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "runner_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "runner_steps" (
    "run_id" TEXT NOT NULL,
    "step_id" TEXT NOT NULL,
    "op" TEXT NOT NULL,
    "name" TEXT,
    "data" JSONB,
    "error" JSONB,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "wake_at" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "runner_steps_pkey" PRIMARY KEY ("run_id","step_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_billing_entity_id_key" ON "users"("billing_entity_id");

-- CreateIndex
CREATE INDEX "user_identities_user_id_idx" ON "user_identities"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_attempts_account_hash_at_idx" ON "sign_in_attempts"("account_hash", "at");

-- CreateIndex
CREATE INDEX "sign_in_attempts_address_at_idx" ON "sign_in_attempts"("address", "at");

-- CreateIndex
CREATE INDEX "sign_in_attempts_at_idx" ON "sign_in_attempts"("at");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_billing_entity_id_key" ON "organizations"("billing_entity_id");

-- CreateIndex
CREATE INDEX "organization_memberships_user_id_organization_id_idx" ON "organization_memberships"("user_id", "organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "organization_memberships_organization_id_user_id_key" ON "organization_memberships"("organization_id", "user_id");

-- CreateIndex
CREATE INDEX "rooms_room_type_billing_entity_id_id_idx" ON "rooms"("room_type" DESC, "billing_entity_id" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "rooms_organization_id_idx" ON "rooms"("organization_id");

-- CreateIndex
CREATE INDEX "room_members_room_id_id_idx" ON "room_members"("room_id" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "room_members_user_id_room_id_key" ON "room_members"("user_id", "room_id");

-- CreateIndex
CREATE UNIQUE INDEX "boards_room_id_position_key" ON "boards"("room_id", "position");

-- CreateIndex
CREATE INDEX "messages_room_id_id_idx" ON "messages"("room_id" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "messages_reply_to_message_id_idx" ON "messages"("reply_to_message_id");

-- CreateIndex
CREATE INDEX "tasks_room_id_id_idx" ON "tasks"("room_id" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tasks_board_id_idx" ON "tasks"("board_id");

-- CreateIndex
CREATE INDEX "records_room_id_id_idx" ON "records"("room_id" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "approvals_record_id_id_idx" ON "approvals"("record_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "files_storage_key_key" ON "files"("storage_key");

-- CreateIndex
CREATE INDEX "files_room_id_id_idx" ON "files"("room_id" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "files_state_created_at_idx" ON "files"("state", "created_at");

-- CreateIndex
CREATE INDEX "files_message_id_idx" ON "files"("message_id");

-- CreateIndex
CREATE INDEX "files_task_id_idx" ON "files"("task_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_rotated_from_id_key" ON "api_keys"("rotated_from_id");

-- CreateIndex
CREATE INDEX "api_keys_hash_index_idx" ON "api_keys"("hash_index");

-- CreateIndex
CREATE INDEX "api_keys_organization_id_id_idx" ON "api_keys"("organization_id", "id" DESC);

-- CreateIndex
CREATE INDEX "api_keys_user_id_id_idx" ON "api_keys"("user_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "oauth_apps_client_id_key" ON "oauth_apps"("client_id");

-- CreateIndex
CREATE INDEX "oauth_app_secrets_app_id_idx" ON "oauth_app_secrets"("app_id");

-- CreateIndex
CREATE INDEX "oauth_grants_user_id_app_id_id_idx" ON "oauth_grants"("user_id", "app_id", "id" DESC);

-- CreateIndex
CREATE INDEX "oauth_grants_app_id_idx" ON "oauth_grants"("app_id");

-- CreateIndex
CREATE INDEX "oauth_grants_expires_at_idx" ON "oauth_grants"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_codes_grant_id_idx" ON "oauth_codes"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_codes_expires_at_idx" ON "oauth_codes"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_access_tokens_grant_id_idx" ON "oauth_access_tokens"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_access_tokens_expires_at_idx" ON "oauth_access_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_refresh_tokens_grant_id_idx" ON "oauth_refresh_tokens"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_refresh_tokens_expires_at_idx" ON "oauth_refresh_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_grant_events_grant_id_id_idx" ON "oauth_grant_events"("grant_id", "id");

-- CreateIndex
CREATE INDEX "webhooks_room_id_id_idx" ON "webhooks"("room_id", "id" DESC);

-- CreateIndex
CREATE INDEX "webhooks_rotation_ends_at_idx" ON "webhooks"("rotation_ends_at");

-- CreateIndex
CREATE INDEX "events_room_id_created_at_idx" ON "events"("room_id", "created_at");

-- CreateIndex
CREATE INDEX "events_created_at_idx" ON "events"("created_at");

-- CreateIndex
CREATE INDEX "deliveries_webhook_id_created_at_idx" ON "deliveries"("webhook_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "deliveries_event_id_idx" ON "deliveries"("event_id");

-- CreateIndex
CREATE INDEX "deliveries_billing_entity_id_next_attempt_at_idx" ON "deliveries"("billing_entity_id", "next_attempt_at");

-- CreateIndex
CREATE INDEX "delivery_attempts_webhook_id_id_idx" ON "delivery_attempts"("webhook_id", "id" DESC);

-- CreateIndex
CREATE INDEX "delivery_attempts_delivery_id_idx" ON "delivery_attempts"("delivery_id");

-- CreateIndex
CREATE INDEX "delivery_attempts_delivered_at_idx" ON "delivery_attempts"("delivered_at");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "unit_reservations_expires_at_idx" ON "unit_reservations"("expires_at");

-- CreateIndex
CREATE INDEX "audit_log_billing_entity_id_at_id_idx" ON "audit_log"("billing_entity_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_log_request_id_idx" ON "audit_log"("request_id");

-- CreateIndex
CREATE INDEX "connectors_billing_entity_id_id_idx" ON "connectors"("billing_entity_id", "id" DESC);

-- CreateIndex
CREATE INDEX "connector_rooms_room_id_idx" ON "connector_rooms"("room_id");

-- CreateIndex
CREATE INDEX "agent_runs_connector_id_id_idx" ON "agent_runs"("connector_id", "id" DESC);

-- CreateIndex
CREATE INDEX "agent_runs_billing_entity_id_state_idx" ON "agent_runs"("billing_entity_id", "state");

-- CreateIndex
CREATE INDEX "runner_events_received_at_idx" ON "runner_events"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "runner_runs_idempotency_key_key" ON "runner_runs"("idempotency_key");

-- CreateIndex
CREATE INDEX "runner_runs_state_wake_at_idx" ON "runner_runs"("state", "wake_at");

-- CreateIndex
CREATE INDEX "runner_runs_function_id_state_idx" ON "runner_runs"("function_id", "state");

-- CreateIndex
CREATE INDEX "runner_steps_wake_at_idx" ON "runner_steps"("wake_at");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_billing_entity_id_fkey" FOREIGN KEY ("billing_entity_id") REFERENCES "billing_entities"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_billing_entity_id_fkey" FOREIGN KEY ("billing_entity_id") REFERENCES "billing_entities"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_memberships" ADD CONSTRAINT "organization_memberships_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_memberships" ADD CONSTRAINT "organization_memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_billing_entity_id_fkey" FOREIGN KEY ("billing_entity_id") REFERENCES "billing_entities"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "room_members" ADD CONSTRAINT "room_members_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "rooms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "room_members" ADD CONSTRAINT "room_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "boards" ADD CONSTRAINT "boards_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "rooms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "rooms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_reply_to_message_id_fkey" FOREIGN KEY ("reply_to_message_id") REFERENCES "messages"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "rooms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_board_id_fkey" FOREIGN KEY ("board_id") REFERENCES "boards"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "records" ADD CONSTRAINT "records_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "rooms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "records"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "files" ADD CONSTRAINT "files_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "rooms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "files" ADD CONSTRAINT "files_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "files" ADD CONSTRAINT "files_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_billing_entity_id_fkey" FOREIGN KEY ("billing_entity_id") REFERENCES "billing_entities"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_app_secrets" ADD CONSTRAINT "oauth_app_secrets_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "oauth_apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "oauth_apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_billing_entity_id_fkey" FOREIGN KEY ("billing_entity_id") REFERENCES "billing_entities"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_access_tokens" ADD CONSTRAINT "oauth_access_tokens_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_refresh_tokens" ADD CONSTRAINT "oauth_refresh_tokens_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grant_events" ADD CONSTRAINT "oauth_grant_events_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "rooms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "deliveries"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connector_rooms" ADD CONSTRAINT "connector_rooms_connector_id_fkey" FOREIGN KEY ("connector_id") REFERENCES "connectors"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connector_rooms" ADD CONSTRAINT "connector_rooms_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "rooms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_runs" ADD CONSTRAINT "agent_runs_connector_id_fkey" FOREIGN KEY ("connector_id") REFERENCES "connectors"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "runner_steps" ADD CONSTRAINT "runner_steps_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runner_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddCheck: what Prisma cannot say. A bug that would break one of these must fail instead.
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_one_owner" CHECK (("organization_id" IS NULL) <> ("user_id" IS NULL));
ALTER TABLE "connectors" ADD CONSTRAINT "connectors_one_owner" CHECK (("organization_id" IS NULL) <> ("user_id" IS NULL));
ALTER TABLE "billing_entities" ADD CONSTRAINT "billing_entities_seats" CHECK ("seats" >= 1);
ALTER TABLE "unit_ledger" ADD CONSTRAINT "unit_ledger_not_negative" CHECK ("confirmed" >= 0 AND "reserved" >= 0);
ALTER TABLE "unit_reservations" ADD CONSTRAINT "unit_reservations_units" CHECK ("units" > 0);
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_version" CHECK ("version" >= 1);
ALTER TABLE "files" ADD CONSTRAINT "files_size" CHECK ("size" >= 0);
ALTER TABLE "users" ADD CONSTRAINT "users_email_lower" CHECK ("email" = lower("email"));
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_rotation" CHECK (("rotation_started_at" IS NULL) = ("rotation_ends_at" IS NULL));
