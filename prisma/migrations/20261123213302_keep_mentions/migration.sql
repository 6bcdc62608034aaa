-- CreateTable
CREATE TABLE "message_mentions" (
    "message_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "message_mentions_pkey" PRIMARY KEY ("message_id","user_id")
);

-- CreateTable
CREATE TABLE "mention_scans" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "message_id" TEXT NOT NULL,

    CONSTRAINT "mention_scans_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "message_mentions_user_id_room_id_message_id_idx" ON "message_mentions"("user_id", "room_id", "message_id");

-- CreateIndex
CREATE INDEX "message_mentions_untold" ON "message_mentions"("message_id", "user_id") WHERE (told_at IS NULL);

-- AddForeignKey
ALTER TABLE "message_mentions" ADD CONSTRAINT "message_mentions_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_mentions" ADD CONSTRAINT "message_mentions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
