-- CreateTable
CREATE TABLE "read_places" (
    "user_id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "read_places_pkey" PRIMARY KEY ("user_id","room_id")
);

-- AddForeignKey
ALTER TABLE "read_places" ADD CONSTRAINT "read_places_user_id_room_id_fkey" FOREIGN KEY ("user_id", "room_id") REFERENCES "room_members"("user_id", "room_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is there today counts as read: only messages from now on are new.
INSERT INTO "read_places" ("user_id", "room_id", "message_id", "read_at")
SELECT m."user_id", m."room_id", newest."id", now() FROM "room_members" m
CROSS JOIN LATERAL (
    SELECT "id" FROM "messages" WHERE "room_id" >= m."room_id" AND ("room_id", "id") < (m."room_id", '~')
    ORDER BY "room_id" DESC, "id" DESC LIMIT 1) newest;
