-- Who goes on after the last transaction reads only what is newer. The pages of a BRIN index that autovacuum has not
-- summarized yet are read each time, and at thousands of rows a second those are hundreds of thousands.
DROP INDEX "audit_log_transaction_id_idx";
DROP INDEX "request_details_transaction_id_idx";
CREATE INDEX "audit_log_transaction_id_idx" ON "audit_log"("transaction_id");
CREATE INDEX "request_details_transaction_id_idx" ON "request_details"("transaction_id");

-- RFC 8785: members in the order of their UTF-16, numbers as JavaScript writes them, nothing between them.
CREATE FUNCTION canonical_json(value jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  number numeric;
BEGIN
  CASE jsonb_typeof(value)
  WHEN 'object' THEN
    RETURN '{' || coalesce((
      -- UTF-16 writes what is beyond U+FFFF with units below U+E000; UTF-8, which "C" compares, writes it last.
      SELECT string_agg(to_json(key)::text || ':' || canonical_json(member), ','
        ORDER BY regexp_replace(key, '([\uE000-\uFFFF])', U&'\+10FFFF' || '\1', 'g') COLLATE "C")
      FROM jsonb_each(value) AS members(key, member)), '') || '}';
  WHEN 'array' THEN
    RETURN '[' || coalesce((
      SELECT string_agg(canonical_json(member), ',' ORDER BY place)
      FROM jsonb_array_elements(value) WITH ORDINALITY AS members(member, place)), '') || ']';
  WHEN 'number' THEN
    number := (value #>> '{}')::numeric;
    IF abs(number) > 1.7976931348623157e308 THEN RETURN 'null'; END IF;
    IF abs(number) < 5e-324 THEN RETURN '0'; END IF;
    IF abs(number) >= 1e21 OR abs(number) < 1e-6 THEN
      RETURN regexp_replace(number::double precision::text, 'e([+-])0+', 'e\1');
    END IF;
    RETURN trim_scale(number)::text;
  ELSE
    RETURN value::text;
  END CASE;
END $$;
