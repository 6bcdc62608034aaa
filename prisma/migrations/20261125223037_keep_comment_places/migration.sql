-- CreateTable
CREATE TABLE "comment_places" (
    "user_id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "record_id" TEXT NOT NULL,
    "comment_id" TEXT NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "comment_places_pkey" PRIMARY KEY ("record_id","user_id")
);

-- CreateTable
CREATE TABLE "comment_floors" (
    "user_id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "from_id" TEXT NOT NULL,

    CONSTRAINT "comment_floors_pkey" PRIMARY KEY ("user_id","room_id")
);

-- CreateIndex
CREATE INDEX "comment_places_room_id_user_id_idx" ON "comment_places"("room_id", "user_id");

-- CreateIndex
CREATE INDEX "record_comments_room_id_id_idx" ON "record_comments"("room_id" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "comment_places" ADD CONSTRAINT "comment_places_user_id_room_id_fkey" FOREIGN KEY ("user_id", "room_id") REFERENCES "room_members"("user_id", "room_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_places" ADD CONSTRAINT "comment_places_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "records"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_floors" ADD CONSTRAINT "comment_floors_user_id_room_id_fkey" FOREIGN KEY ("user_id", "room_id") REFERENCES "room_members"("user_id", "room_id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What is there today counts as read: only comments from now on are new.
INSERT INTO "comment_floors" ("user_id", "room_id", "from_id")
SELECT m."user_id", m."room_id", newest."id" || '~' FROM "room_members" m
CROSS JOIN LATERAL (
    SELECT "id" FROM "record_comments" WHERE "room_id" >= m."room_id" AND ("room_id", "id") < (m."room_id", '~')
    ORDER BY "room_id" DESC, "id" DESC LIMIT 1) newest;
