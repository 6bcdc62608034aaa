-- AlterTable
-- Older notifications are mailed to nobody. Such a default rewrites no row.
ALTER TABLE "notifications" ADD COLUMN     "spread_at" TIMESTAMPTZ(3) DEFAULT now();
ALTER TABLE "notifications" ALTER COLUMN "spread_at" DROP DEFAULT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "unmailed_notifications" TEXT[] DEFAULT ARRAY[]::TEXT[];
-- Muted until now means that the person wants to hear nothing of it. New sign-ins are security, which nobody muted for mail.
UPDATE "users" SET "unmailed_notifications" = array_remove("muted_notifications", 'session.new_device')
WHERE "muted_notifications" <> '{}';

-- CreateTable
CREATE TABLE "notification_mails" (
    "user_id" TEXT NOT NULL,
    "notification_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "mail_id" TEXT,
    "queued_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_mails_pkey" PRIMARY KEY ("user_id","notification_id")
);

-- CreateIndex
CREATE INDEX "notification_mails_notification_id_idx" ON "notification_mails"("notification_id");

-- CreateIndex
CREATE INDEX "notification_mails_user_id_queued_at_idx" ON "notification_mails"("user_id", "queued_at");

-- CreateIndex
CREATE INDEX "notification_mails_waiting" ON "notification_mails"("user_id", "created_at") WHERE (mail_id IS NULL);

-- CreateIndex
CREATE INDEX "notifications_unspread" ON "notifications"("id") WHERE (spread_at IS NULL);

-- CreateIndex
CREATE INDEX "users_admins" ON "users"("id") WHERE (is_admin);

-- AddForeignKey
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
