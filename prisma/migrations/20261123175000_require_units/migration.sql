-- A write takes its units by the last statement of its transaction: units that do not fit undo the whole.
CREATE FUNCTION require_units(holds boolean) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF NOT holds THEN
    RAISE EXCEPTION 'Units of this transaction do not fit into what is left of their months.' USING ERRCODE = 'SV001';
  END IF;
  RETURN true;
END $$;
COMMENT ON FUNCTION require_units(boolean) IS 'Undoes a transaction whose units do not fit.';
