-- CreateTable
CREATE TABLE "legal_holds" (
    "id" TEXT NOT NULL,
    "billing_entity_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "placed_by_id" TEXT NOT NULL,
    "placed_at" TIMESTAMPTZ(3) NOT NULL,
    "lift_reason" TEXT,
    "lifted_by_id" TEXT,
    "lifted_at" TIMESTAMPTZ(3),

    CONSTRAINT "legal_holds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "legal_holds_billing_entity_id_idx" ON "legal_holds"("billing_entity_id");

-- CreateIndex
CREATE UNIQUE INDEX "legal_holds_in_force_key" ON "legal_holds"("billing_entity_id") WHERE (lifted_at IS NULL);

-- AddForeignKey
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_billing_entity_id_fkey" FOREIGN KEY ("billing_entity_id") REFERENCES "billing_entities"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A hold is placed under the exclusive side of this lock, and rows are erased under the shared one: a deletion that begins
-- after a hold was placed always sees it.
CREATE FUNCTION is_held(entity text) RETURNS boolean LANGUAGE plpgsql VOLATILE SET search_path = public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('svc.legal_holds'));
  RETURN EXISTS (SELECT FROM legal_holds WHERE billing_entity_id = entity AND lifted_at IS NULL);
END $$;

-- The argument: the column that leads to the billing entity.
CREATE FUNCTION refuse_held_deletion() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  place text := to_jsonb(OLD) ->> TG_ARGV[0];
BEGIN
  IF TG_ARGV[0] = 'room_id' THEN
    SELECT billing_entity_id INTO place FROM rooms WHERE id = place;
  END IF;
  IF is_held(place) THEN
    RAISE EXCEPTION 'A row of % is under the legal hold of %. It cannot be deleted until an administrator lifts the hold.',
      TG_TABLE_NAME, place USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON organizations FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('billing_entity_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('billing_entity_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON rooms FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('billing_entity_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON messages FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('room_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON tasks FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('room_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON records FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('room_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON files FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('room_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('billing_entity_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON connectors FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('billing_entity_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON audit_streams FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('billing_entity_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON webhooks FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('room_id');

-- A save beyond the number of kept versions goes on, and the oldest version stays. The save asks by itself; this is for
-- a hold that is placed at the same moment, and for a person with a database client.
CREATE FUNCTION keep_held_version() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF is_held((SELECT r.billing_entity_id FROM records c JOIN rooms r ON r.id = c.room_id WHERE c.id = OLD.record_id)) THEN
    RETURN NULL;
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER keep_held_version BEFORE DELETE ON record_versions FOR EACH ROW EXECUTE FUNCTION keep_held_version();
