-- Version 0.2.0, second of two steps.

CREATE FUNCTION is_held(entity text) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('svc.legal_holds'));
  RETURN EXISTS (SELECT FROM legal_holds WHERE billing_entity_id = entity AND lifted_at IS NULL);
END $$;

CREATE FUNCTION refuse_held_deletion() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
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

CREATE FUNCTION keep_held_version() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
BEGIN
  IF is_held((SELECT r.billing_entity_id FROM records c JOIN rooms r ON r.id = c.room_id WHERE c.id = OLD.record_id)) THEN
    RETURN NULL;
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER keep_held_version BEFORE DELETE ON record_versions FOR EACH ROW EXECUTE FUNCTION keep_held_version();
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('billing_entity_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON audit_streams FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('billing_entity_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON connectors FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('billing_entity_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON files FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('room_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON messages FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('room_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON organizations FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('billing_entity_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON record_comments FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('room_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON records FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('room_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON rooms FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('billing_entity_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON tasks FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('room_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('billing_entity_id');
CREATE TRIGGER refuse_held_deletion BEFORE DELETE ON webhooks FOR EACH ROW EXECUTE FUNCTION refuse_held_deletion('room_id');
