-- CreateTable
CREATE TABLE "record_comments" (
    "id" TEXT NOT NULL,
    "record_id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "author_id" TEXT,
    "body" TEXT NOT NULL,
    "draft_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "record_comments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "comment_mentions" (
    "comment_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "comment_mentions_pkey" PRIMARY KEY ("comment_id","user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "record_comments_draft_key_key" ON "record_comments"("draft_key");

-- CreateIndex
CREATE INDEX "record_comments_record_id_id_idx" ON "record_comments"("record_id" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "record_comments_room_id_updated_at_idx" ON "record_comments"("room_id", "updated_at");

-- CreateIndex
CREATE INDEX "comment_mentions_user_id_idx" ON "comment_mentions"("user_id");

-- CreateIndex
CREATE INDEX "comment_mentions_untold" ON "comment_mentions"("comment_id", "user_id") WHERE (told_at IS NULL);

-- AddForeignKey
ALTER TABLE "record_comments" ADD CONSTRAINT "record_comments_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "records"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "record_comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON record_comments FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('room_id');
