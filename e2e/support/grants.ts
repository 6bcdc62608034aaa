import type { RevocationReason } from "../../lib/oauth/grants/grant";
import type { Manifest } from "../../prisma/seed/manifest";
import { runSql } from "./run-sql";
import { createWorld } from "./world";

interface GrantOptions {
  userId: string;
  actorType?: "USER" | "AGENT";
  scopes?: readonly string[];
  /** An existing app; otherwise the grant gets one of its own, called "App". */
  appId?: string;
  /** The family ended with this reason, a minute ago. */
  reason?: RevocationReason;
}

const BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

/** A grant in a person's own area of the running demo: a token that works, and the family's history. */
export async function makeGrant(demo: Manifest, { userId, reason, ...options }: GrantOptions) {
  const query = <Row>(text: string, values?: readonly unknown[]) => runSql<Row>(demo.databaseUrl, text, values);
  const [owner] = await query<{ id: string }>("SELECT billing_entity_id AS id FROM users WHERE id = $1", [userId]);
  const grant = await createWorld({ url: demo.databaseUrl, query }).accessToken({
    userId,
    billingEntityId: owner?.id ?? "",
    audience: `${demo.baseUrl}/v1`,
    ...options,
  });
  const tell = (kind: string, address: string, userAgent: string, minutesAgo: number) =>
    query(
      "INSERT INTO oauth_grant_events (grant_id, kind, address, user_agent, at) VALUES ($1, $2, $3, $4, now() - $5 * interval '1 minute')",
      [grant.grantId, kind, address, userAgent, minutesAgo],
    );
  await tell("approved", "198.51.100.7", BROWSER, 60);
  await tell("issued", "203.0.113.9", "curl/8.5.0", 59);
  await tell("refreshed", "203.0.113.9", "curl/8.5.0", 40);
  await tell("refreshed", "203.0.113.9", "curl/8.5.0", 20);
  if (reason !== undefined) {
    if (reason === "refresh_reuse") await tell("reused", "192.0.2.66", "python-requests/2.32", 1);
    await tell("revoked", "192.0.2.66", "python-requests/2.32", 1);
    await query("UPDATE oauth_grants SET revoked_at = now() - interval '1 minute', revoked_reason = $2 WHERE id = $1", [
      grant.grantId,
      reason,
    ]);
  }
  return grant;
}
