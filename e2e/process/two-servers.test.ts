import { beforeAll, expect, test } from "vitest";
import { apiWriteBurstPerMinute, BURST_WINDOW_SECONDS, MONTHLY_UNITS_PER_SEAT } from "../../lib/platform/limits";
import { eventually } from "../support/scenes/eventually";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { createWorld } from "../support/scenes/world";
import { type KernelProcess, type KernelProcesses, useKernelProcesses } from "../support/servers/kernel-process";
import { describeWithRedis, useTestRedis } from "../support/servers/redis";

/** Two server processes on one database and one Redis: every limit is as exact as with one. */
const WINDOW_MS = BURST_WINDOW_SECONDS * 1000;

describeWithRedis("two servers on one database and one Redis", () => {
  const database = useScratchDatabase();
  const redis = useTestRedis();
  const kernels = useKernelProcesses();
  const patientKernels = useKernelProcesses({ isPatient: true });
  const world = createWorld(database);
  let servers: KernelProcess[] = [];

  beforeAll(async () => {
    servers = await startTwo(patientKernels);
  });

  async function startTwo(from: KernelProcesses): Promise<KernelProcess[]> {
    const shared = {
      DATABASE_URL: database.url,
      UPSTASH_REDIS_REST_URL: redis.url,
      UPSTASH_REDIS_REST_TOKEN: redis.token,
    };
    return [await from.start(shared), await from.start(shared)];
  }

  const readWindow = () => Math.floor(Date.now() / WINDOW_MS);

  /** Windows end with the minute, and a race across its end sees two of them: then it says nothing, and is run again. */
  async function raceInOneWindow<T>(race: () => Promise<T>): Promise<T> {
    for (;;) {
      const window = readWindow();
      const result = await race();
      if (readWindow() === window) return result;
    }
  }

  interface Answer {
    status: number;
    headers: Headers;
    body: { id?: string; error?: { code: string; details?: Record<string, unknown> } };
  }

  /** The n-th request goes to the n-th server, in turn. */
  async function ask(n: number, path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(`${servers[n % 2]?.baseUrl}${path}`, {
      signal: AbortSignal.timeout(240_000),
      ...init,
    });
    const body = (await response.json()) as Answer["body"];
    return { status: response.status, headers: response.headers, body };
  }

  const askAll = (count: number, request: (n: number) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => request(n)));

  const post = (token: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

  const countBy = <T>(items: readonly T[], name: (item: T) => string): Record<string, number> =>
    items.reduce<Record<string, number>>((counts, item) => {
      counts[name(item)] = (counts[name(item)] ?? 0) + 1;
      return counts;
    }, {});
  const outcome = ({ status, body }: Answer) => `${status} ${body.error?.code ?? "ok"}`;

  async function createTeam(seats: number, size: number) {
    const organization = await world.organization({ seats });
    const room = await world.room({ organizationId: organization.id, billingEntityId: organization.billingEntityId });
    const members = await Promise.all(
      Array.from({ length: size }, async () => {
        const user = await world.user();
        await world.join(organization.id, user.id);
        await world.enter(room.id, user.id);
        return {
          ...user,
          ...(await world.accessToken({ userId: user.id, billingEntityId: organization.billingEntityId })),
        };
      }),
    );
    return {
      organization,
      billingEntityId: organization.billingEntityId,
      path: `/v1/rooms/${room.id}/messages`,
      roomId: room.id,
      members,
    };
  }

  const readLedger = (billingEntityId: string) =>
    database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [billingEntityId]);
  const countMessages = async (roomId: string) =>
    (await database.query<{ n: number }>("SELECT count(*)::int AS n FROM messages WHERE room_id = $1", [roomId]))[0]?.n;

  test("of 121 requests at once with one key exactly 120 pass", async () => {
    const { user, answers } = await raceInOneWindow(async () => {
      const user = await world.user();
      const { key } = await world.apiKey({ userId: user.id, billingEntityId: user.billingEntityId });
      return { user, answers: await askAll(121, (n) => ask(n, "/v1/me", { headers: { "x-api-key": key } })) };
    });
    expect(countBy(answers, outcome)).toEqual({ "200 ok": 120, "429 rate_limit_exceeded": 1 });
    const remaining = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => headers.get("ratelimit-remaining"));
    // Each of them took a place of its own.
    expect(new Set(remaining).size).toBe(120);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.error?.details).toMatchObject({ kind: "burst", scope: "api_key" });
    expect(refused?.headers.get("retry-after")).toMatch(/^[1-9]\d?$/);
    expect(await readLedger(user.billingEntityId)).toEqual([{ confirmed: 120, reserved: 0 }]);
  });

  test("200 writes at once near the limit of units never pass it", async () => {
    const [seats, left] = [10, 50];
    const limit = seats * MONTHLY_UNITS_PER_SEAT;
    const team = await createTeam(seats, 20);
    await world.useUpUnits(team.billingEntityId, limit - left);
    const answers = await askAll(200, (n) =>
      ask(n, team.path, post(team.members[Math.floor(n / 2) % 20]?.token ?? "", { body: `message ${n}` })),
    );
    const passed = Math.floor(left / 3);
    expect(countBy(answers, outcome)).toEqual({ "201 ok": passed, "429 api_units_exceeded": 200 - passed });
    for (const { headers } of answers) {
      expect(Number(headers.get("svc-api-units-used"))).toBeLessThanOrEqual(limit);
      expect(headers.get("svc-api-units-limit")).toBe(String(limit));
    }
    expect(await readLedger(team.billingEntityId)).toEqual([{ confirmed: limit - left + passed * 3, reserved: 0 }]);
    expect(await countMessages(team.roomId)).toBe(passed);
  });

  test("100 requests at once with one idempotency key write one row", async () => {
    const team = await createTeam(5, 1);
    const [writer] = team.members;
    if (!writer) throw new Error("The team has no member.");
    // One person may write 30 times a minute; this race is about the key, so this window and the next ones start with credit.
    for (let window = readWindow(), last = window + 9; window <= last; window += 1)
      await redis.client.set(`svc:burst:${window}:write:${writer.id}`, apiWriteBurstPerMinute - 100);
    const request = post(writer.token, { body: "once" }, { "idempotency-key": "one key" });
    const answers = await askAll(100, (n) => ask(n, team.path, request));
    const { "201 ok": created = 0, "409 idempotency_conflict": conflicts = 0, ...others } = countBy(answers, outcome);
    expect(others).toEqual({});
    expect(created).toBeGreaterThan(0);
    expect(created + conflicts).toBe(100);
    expect(new Set(answers.flatMap(({ body }) => body.id ?? [])).size).toBe(1);
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body.error?.details).toEqual({ reason: "in_progress" });
    expect(await countMessages(team.roomId)).toBe(1);
    expect(await database.query("SELECT type FROM events WHERE room_id = $1", [team.roomId])).toHaveLength(1);
    expect(await readLedger(team.billingEntityId)).toEqual([{ confirmed: 3, reserved: 0 }]);
    expect(
      await database.query(
        "SELECT count(*)::int AS n, sum(units_cost)::int AS cost FROM audit_log WHERE billing_entity_id = $1",
        [team.billingEntityId],
      ),
    ).toEqual([{ n: 100, cost: 3 }]);
  });

  test("one server replays the response of the other", async () => {
    const team = await createTeam(5, 1);
    const request = post(team.members[0]?.token ?? "", { body: "once" }, { "idempotency-key": "k" });
    const first = await ask(0, team.path, request);
    const again = await ask(1, team.path, request);
    expect([again.status, again.body, again.headers.get("idempotent-replayed")]).toEqual([201, first.body, "true"]);
    expect(first.headers.has("idempotent-replayed")).toBe(false);
  });

  /** A read and a write to each server: all four must be refused, and leave nothing behind. */
  async function expectDown(team: Awaited<ReturnType<typeof createTeam>>): Promise<void> {
    const token = team.members[0]?.token ?? "";
    const before = [await countMessages(team.roomId), await readLedger(team.billingEntityId)];
    const answers = await askAll(4, (n) =>
      n < 2
        ? ask(n, team.path, { headers: { authorization: `Bearer ${token}` } })
        : ask(n, team.path, post(token, { body: "No" })),
    );
    for (const answer of answers) {
      expect(outcome(answer)).toBe("503 rate_limit_backend_unavailable");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(answer.headers.get("x-request-id")).toBeTruthy();
    }
    expect([await countMessages(team.roomId), await readLedger(team.billingEntityId)]).toEqual(before);
    expect(
      await database.query("SELECT 1 FROM unit_reservations WHERE billing_entity_id = $1", [team.billingEntityId]),
    ).toEqual([]);
  }

  test("refuses all requests while Redis hangs, and serves them again afterwards", async () => {
    servers = await startTwo(kernels);
    const team = await createTeam(5, 1);
    const write = (n: number) => ask(n, team.path, post(team.members[0]?.token ?? "", { body: `message ${n}` }));
    // A refused write leaves nothing behind, and Redis has little time on a busy machine.
    const writeAt = (n: number) => eventually(async () => expect(outcome(await write(n))).toBe("201 ok"));
    await writeAt(0);
    redis.hang();
    try {
      await expectDown(team);
    } finally {
      redis.resume();
    }
    await Promise.all([writeAt(0), writeAt(1)]);
    expect(await countMessages(team.roomId)).toBe(3);
  });

  // The last test: Redis does not come back.
  test("refuses all requests when Redis is gone", async () => {
    const team = await createTeam(5, 1);
    await redis.kill();
    await expectDown(team);
  });
});
