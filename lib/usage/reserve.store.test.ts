import { afterEach, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { releaseStaleReservations } from "./end-reservations";
import { reserveUnits } from "./reserve";

const database = useTestDatabase();
const world = createWorld(database);

const TWO_HOURS_MS = 2 * 3_600_000;

afterEach(() => void vi.useRealTimers());

test("after a crash, committed writes are charged and other reservations are released", async () => {
  const user = await world.user();
  const billing = {
    kind: "individual",
    userId: user.id,
    entityId: user.billingEntityId,
    plan: "STANDARD",
    seats: 1,
  } as const;
  const [written, lost, running] = await Promise.all([3, 5, 7].map((units) => reserveUnits(billing, units)));
  await database.query("UPDATE unit_reservations SET is_confirmed = true WHERE id = $1", [written?.reservation?.id]);
  await database.query("UPDATE unit_reservations SET expires_at = now() - interval '1 s' WHERE id = ANY($1)", [
    [written?.reservation?.id, lost?.reservation?.id],
  ]);
  expect([await releaseStaleReservations(), await releaseStaleReservations()]).toEqual([2, 0]);
  const ledger = await database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [
    user.billingEntityId,
  ]);
  expect([ledger, running?.reservation?.units]).toEqual([[{ confirmed: 3, reserved: 7 }], 7]);
});

test.each([
  ["behind reserves", -TWO_HOURS_MS, 0],
  ["ahead sweeps", 0, TWO_HOURS_MS],
])(
  "units of a request under way stay reserved, also when a process whose clock is %s",
  async (_, reserveAtMs, sweepAtMs) => {
    const user = await world.user();
    const billing = {
      kind: "individual",
      userId: user.id,
      entityId: user.billingEntityId,
      plan: "STANDARD",
      seats: 1,
    } as const;
    const shift = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
    shift(reserveAtMs);
    const { reservation } = await reserveUnits(billing, 3);
    vi.useRealTimers();
    shift(sweepAtMs);
    await releaseStaleReservations();
    expect(await database.query("SELECT units FROM unit_reservations WHERE id = $1", [reservation?.id])).toEqual([
      { units: 3 },
    ]);
  },
);
