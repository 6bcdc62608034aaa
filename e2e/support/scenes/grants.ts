import type { RevocationReason } from "../../../lib/oauth/grants/grant";
import type { Manifest } from "../../../prisma/seed/manifest";
import { openDemoWorld } from "./world";

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
  const world = openDemoWorld(demo);
  const billingEntityId = await world.findPayer(userId);
  const grant = await world.accessToken({ userId, billingEntityId, audience: `${demo.baseUrl}/v1`, ...options });
  const tell = (kind: string, address: string, userAgent: string, minutesAgo: number) => {
    const at = new Date(Date.now() - minutesAgo * 60_000);
    return world.insert("oauth_grant_events", { grant_id: grant.grantId, kind, address, user_agent: userAgent, at });
  };
  await tell("approved", "198.51.100.7", BROWSER, 60);
  await tell("issued", "203.0.113.9", "curl/8.5.0", 59);
  await tell("refreshed", "203.0.113.9", "curl/8.5.0", 40);
  await tell("refreshed", "203.0.113.9", "curl/8.5.0", 20);
  if (reason !== undefined) {
    if (reason === "refresh_reuse") await tell("reused", "192.0.2.66", "python-requests/2.32", 1);
    await tell("revoked", "192.0.2.66", "python-requests/2.32", 1);
    await world.query(
      "UPDATE oauth_grants SET revoked_at = now() - interval '1 minute', revoked_reason = $2 WHERE id = $1",
      [grant.grantId, reason],
    );
  }
  return grant;
}
