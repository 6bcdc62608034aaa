-- AlterTable
ALTER TABLE "webhooks" ALTER COLUMN "url" DROP NOT NULL;

-- CreateTable
CREATE TABLE "webhook_listeners" (
    "webhook_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "device_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,
    "stream_id" TEXT,
    "stream_until" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_listeners_pkey" PRIMARY KEY ("webhook_id")
);

-- CreateIndex
CREATE INDEX "webhook_listeners_session_id_idx" ON "webhook_listeners"("session_id");

-- CreateIndex
CREATE INDEX "webhook_listeners_user_id_idx" ON "webhook_listeners"("user_id");

-- AddForeignKey
ALTER TABLE "webhook_listeners" ADD CONSTRAINT "webhook_listeners_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
