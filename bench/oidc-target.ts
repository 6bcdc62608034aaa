import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Adapter, type AdapterPayload, Provider } from "oidc-provider";
import pg from "pg";

/**
 * The reference of `bench/oauth.ts`: oidc-provider with a small PostgreSQL adapter, in a process of its own. It
 * prints its address and its refresh tokens as one line of JSON.
 */
const FAMILIES = Number(process.env["BENCH_FAMILIES"] ?? 32);
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 16 });

async function run(name: string, text: string, values: unknown[]): Promise<{ payload: AdapterPayload }[]> {
  return (await pool.query<{ payload: AdapterPayload }>({ name, text, values })).rows;
}

/** One table, prepared statements, everything found by its key. */
class PostgresAdapter implements Adapter {
  constructor(readonly model: string) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    await run(
      "upsert",
      `INSERT INTO oidc_models (model, id, grant_id, payload, expires_at) VALUES ($1, $2, $3, $4, now() + $5 * interval '1 second')
       ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
      [this.model, id, payload.grantId ?? null, payload, expiresIn],
    );
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const text = `SELECT payload || CASE WHEN consumed THEN '{"consumed": true}'::jsonb ELSE '{}' END AS payload
      FROM oidc_models WHERE model = $1 AND id = $2 AND expires_at > now()`;
    return (await run("find", text, [this.model, id]))[0]?.payload;
  }

  async consume(id: string): Promise<void> {
    await run("consume", "UPDATE oidc_models SET consumed = true WHERE model = $1 AND id = $2", [this.model, id]);
  }

  async destroy(id: string): Promise<void> {
    await run("destroy", "DELETE FROM oidc_models WHERE model = $1 AND id = $2", [this.model, id]);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await run("revoke", "DELETE FROM oidc_models WHERE grant_id = $1", [grantId]);
  }

  findByUid(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

const CLIENT = { client_id: "bench", client_secret: "bench-secret-bench-secret-bench-secret" };

function createProvider(issuer: string): Provider {
  return new Provider(issuer, {
    adapter: PostgresAdapter,
    clients: [
      {
        ...CLIENT,
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: ["https://app.example.test/cb"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    scopes: ["offline_access", "me:read", "rooms:read"],
    rotateRefreshToken: true,
    features: { devInteractions: { enabled: false } },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    ttl: { AccessToken: 3_600, RefreshToken: 30 * 86_400, Grant: 30 * 86_400 },
    cookies: { keys: ["bench"] },
  });
}

async function issueRefreshToken(provider: Provider, accountId: string): Promise<string> {
  const grant = new provider.Grant({ accountId, clientId: CLIENT.client_id });
  grant.addOIDCScope("me:read rooms:read");
  const grantId = await grant.save();
  const client = await provider.Client.find(CLIENT.client_id);
  if (!client) throw new Error("The client is not there.");
  const token = new provider.RefreshToken({
    accountId,
    client,
    grantId,
    gty: "authorization_code",
    scope: "me:read rooms:read",
  });
  return token.save();
}

await pool.query(
  `CREATE TABLE oidc_models (model text NOT NULL, id text NOT NULL, grant_id text, payload jsonb NOT NULL,
     consumed boolean NOT NULL DEFAULT false, expires_at timestamptz NOT NULL, PRIMARY KEY (model, id))`,
);
await pool.query("CREATE INDEX ON oidc_models (grant_id)");
const server = createServer();
server.listen(0, "127.0.0.1", () => void announce((server.address() as AddressInfo).port));

async function announce(port: number): Promise<void> {
  const base = `http://127.0.0.1:${port}`;
  const provider = createProvider(base);
  const handle = provider.callback();
  server.on("request", handle);
  const refreshTokens = await Promise.all(
    Array.from({ length: FAMILIES }, (_, n) => issueRefreshToken(provider, `user-${n}`)),
  );
  console.log(JSON.stringify({ url: `${base}/token`, client: CLIENT, refreshTokens }));
}
