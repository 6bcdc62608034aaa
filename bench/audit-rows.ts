/**
 * Rows of the audit log: number $6 to $1 of them, of $2 entities, from $3 on, $4 seconds apart. Of a hundred rows, 78 are reads with an
 * API key, 12 writes of an app, 5 reads at the tool endpoint, 4 refusals and one is the act of a person. Ids have the length
 * and the randomness of real ones, because both decide what an index weighs. With $5 the second entity has half of them.
 */
export const INSERT_AUDIT_ROWS = `
  INSERT INTO audit_log (at, request_id, surface, method, route, status, error_code, auth_method, actor_type, actor_id, scopes,
    billing_entity_id, organization_id, user_id, api_key_id, app_id, grant_id, external_token_id, units_cost, duration_ms,
    resource_id, details)
  SELECT $3::timestamptz + n * $4::float8 * interval '1 second', 'req_' || substr(md5(n::text), 1, 26),
    CASE WHEN kind < 94 THEN 'v1' WHEN kind < 99 THEN 'mcp' ELSE 'session' END,
    CASE WHEN kind < 82 THEN 'GET' WHEN kind < 99 THEN 'POST' ELSE 'ACT' END,
    CASE WHEN kind < 82 THEN '/v1/rooms/{roomId}/messages' WHEN kind < 94 THEN '/v1/rooms/{roomId}/tasks'
      WHEN kind < 99 THEN 'tools/list_messages' ELSE 'webhook.update' END,
    CASE WHEN kind < 4 THEN 429 ELSE 200 END, CASE WHEN kind < 4 THEN 'rate_limit_exceeded' END,
    CASE WHEN kind < 82 THEN 'api_key' WHEN kind < 99 THEN 'oauth_bearer' ELSE 'session' END,
    CASE WHEN kind BETWEEN 94 AND 98 THEN 'agent' ELSE 'user' END, 'usr_0' || lpad(owner::text, 25, '0'),
    CASE WHEN kind < 99 THEN 'messages:read rooms:read tasks:write' ELSE '' END,
    'bil_0' || lpad(owner::text, 25, '0'), 'org_0' || lpad(owner::text, 25, '0'), 'usr_0' || lpad(owner::text, 25, '0'),
    CASE WHEN kind < 82 THEN 'key_0' || lpad(owner::text, 25, '0') END,
    CASE WHEN kind BETWEEN 82 AND 98 THEN 'app_0' || lpad(owner::text, 25, '0') END,
    CASE WHEN kind BETWEEN 82 AND 98 THEN 'grant_0' || lpad(owner::text, 25, '0') END,
    CASE WHEN kind BETWEEN 82 AND 98 THEN 'tok_' || substr(md5('t' || n), 1, 26) END, 1, 3 + n % 90,
    CASE WHEN kind = 99 THEN 'hook_0' || lpad(owner::text, 25, '0') END,
    CASE WHEN kind = 99 THEN '{"fields": ["url", "events"]}'::jsonb END
  FROM (SELECT n, n / $2::int % 100 AS kind,
    CASE WHEN $5::boolean AND n % 2 = 0 THEN 1 WHEN $5 THEN n / 2 % $2::int ELSE n % $2::int END AS owner
    FROM generate_series($6::int, $1::int) n) rows`;
