CREATE FUNCTION add_key_units(used jsonb, wanted jsonb, budgets jsonb) RETURNS jsonb
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT FROM jsonb_each_text(wanted) AS w(id, units)
    WHERE coalesce((used ->> id)::int, 0) + units::int > (budgets ->> id)::int) THEN
    RETURN NULL;
  END IF;
  RETURN coalesce(used, '{}') || (SELECT jsonb_object_agg(id, coalesce((used ->> id)::int, 0) + units::int)
    FROM jsonb_each_text(wanted) AS w(id, units));
END $$;

COMMENT ON FUNCTION add_key_units(used jsonb, wanted jsonb, budgets jsonb) IS 'Units by key with more added; NULL when a key would pass its budget.';
