import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { nameCredential } from "../api/call";
import { transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { endReservation, releaseStaleReservations } from "../usage/end-reservations";
import { reserveUnits, wantUnits } from "../usage/reserve";
import { isUnitsRefusal, type Settlement, settle } from "./settle";

const database = useTestDatabase();
const world = createWorld(database);
const LIMIT = 20_000;

async function createPayer(left: number) {
  const organization = await world.organization({ seats: 1 });
  const entityId = organization.billingEntityId;
  await world.useUpUnits(entityId, LIMIT - left);
  return { entityId, plan: "STANDARD", seats: 1 } as const;
}
type Payer = Awaited<ReturnType<typeof createPayer>>;

const row = ({ entityId }: Payer, unitsCost: number): Settlement["row"] => ({
  ...nameCredential(null),
  at: now().toISOString(),
  requestId: `settled ${entityId}`,
  surface: "v1",
  method: "GET",
  route: "/v1/me",
  status: 200,
  errorCode: null,
  scopes: "",
  billingEntityId: entityId,
  unitsCost,
  durationMs: 1,
});

const charge = (payer: Payer, units = 1): Settlement => ({
  row: row(payer, units),
  mode: "charge",
  units: wantUnits(payer, units, null, now()),
});

const readLedger = ({ entityId }: Payer) =>
  database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [entityId]);

const countRows = async ({ entityId }: Payer) =>
  (await database.query("SELECT FROM audit_log WHERE billing_entity_id = $1", [entityId])).length;

const times = <Made>(count: number, make: (n: number) => Made): Made[] =>
  Array.from({ length: count }, (_, n) => make(n));

test("charges exactly 10 of 40 requests at once for the last 10 units", async () => {
  const payer = await createPayer(10);
  const pay = async () => {
    if ((await settle(charge(payer))) !== null) return "charged";
    const { reservation } = await reserveUnits(payer, 1);
    if (!reservation) return "refused";
    await settle({ row: row(payer, 1), mode: "confirm", units: reservation });
    return "confirmed";
  };
  const ends = await Promise.all(times(40, pay));
  expect(ends.filter((end) => end !== "refused")).toHaveLength(10);
  expect(await pay()).toBe("refused");
  expect(await readLedger(payer)).toEqual([{ confirmed: LIMIT, reserved: 0 }]);
  expect(await countRows(payer)).toBe(10);
});

test("undoes a transaction whose charge does not fit, and charges one that does with its COMMIT", async () => {
  const payer = await createPayer(10);
  const run = async (units: number) => {
    let charged: Promise<number | null> | undefined;
    await transaction((tx) => {
      charged = settle(charge(payer, units), tx);
    });
    return charged;
  };
  await expect(run(11)).rejects.toSatisfy(isUnitsRefusal);
  expect(await countRows(payer)).toBe(0);
  expect(await run(10)).toBe(LIMIT);
  expect(await countRows(payer)).toBe(1);
  expect(await readLedger(payer)).toEqual([{ confirmed: LIMIT, reserved: 0 }]);
});

test("confirms or releases 10 reservations once, although several end them", async () => {
  const payer = await createPayer(10);
  const reserved = await Promise.all(times(40, () => reserveUnits(payer, 1)));
  const held = reserved.flatMap(({ reservation }) => reservation ?? []);
  expect(held).toHaveLength(10);
  await Promise.all(
    held.flatMap((units, n): Promise<unknown>[] => {
      const mode = n % 2 === 0 ? "confirm" : "release";
      const ended: Settlement = { row: row(payer, mode === "confirm" ? 1 : 0), mode, units };
      return n % 3 === 0 ? [transaction((tx) => void settle(ended, tx))] : [settle(ended), releaseStaleReservations()];
    }),
  );
  await Promise.all([...held, ...held].map(({ id }) => endReservation(id)));
  expect(await readLedger(payer)).toEqual([{ confirmed: LIMIT - 5, reserved: 0 }]);
  expect(await countRows(payer)).toBe(10);
});

test("charges what a crash left behind its COMMIT, and gives back what it left before", async () => {
  const payer = await createPayer(10);
  const [written, lost] = await Promise.all([reserveUnits(payer, 3), reserveUnits(payer, 5)]);
  const ids = [written, lost].map(({ reservation }) => reservation?.id);
  await database.query("UPDATE unit_reservations SET is_confirmed = true WHERE id = $1", [ids[0]]);
  await database.query("UPDATE unit_reservations SET expires_at = now() - interval '1 s' WHERE id = ANY($1)", [ids]);
  await Promise.all([releaseStaleReservations(), endReservation(ids[0] ?? ""), releaseStaleReservations()]);
  expect(await readLedger(payer)).toEqual([{ confirmed: LIMIT - 7, reserved: 0 }]);
});
