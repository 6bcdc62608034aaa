-- AlterTable
ALTER TABLE "users" ADD COLUMN     "unpushed_notifications" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "push_subscriptions" (
    "session_id" TEXT NOT NULL,
    "endpoint_hash" BYTEA NOT NULL,
    "ciphertext" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("session_id")
);

-- CreateTable
CREATE TABLE "notification_pushes" (
    "session_id" TEXT NOT NULL,
    "notification_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "notification_pushes_pkey" PRIMARY KEY ("session_id","notification_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "push_subscriptions_endpoint_hash_key" ON "push_subscriptions"("endpoint_hash");

-- CreateIndex
CREATE INDEX "notification_pushes_due_at_idx" ON "notification_pushes"("due_at");

-- CreateIndex
CREATE INDEX "notification_pushes_notification_id_idx" ON "notification_pushes"("notification_id");

-- AddForeignKey
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_pushes" ADD CONSTRAINT "notification_pushes_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "push_subscriptions"("session_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_pushes" ADD CONSTRAINT "notification_pushes_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
