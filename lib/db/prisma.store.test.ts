import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { prisma } from "./prisma";
import { transaction } from "./transaction";

const database = useTestDatabase();

test("reads of one tick do not enter a transaction that begins beside them", async () => {
  await database.query("INSERT INTO billing_entities (id, kind, created_at) VALUES ('bil_a', 'INDIVIDUAL', now())");
  const seatsOf = (id: string, kind: "INDIVIDUAL" | "ORGANIZATION") =>
    prisma().billingEntity.findUnique({ where: { id, kind }, select: { seats: true } });
  const change = (seats: number) =>
    transaction(async (tx) => {
      await tx.prisma.billingEntity.update({ where: { id: "bil_a" }, data: { seats } });
      throw new Error(`undo ${seats}`);
    });
  const rounds = [1, 2, 3, 4].map(async (round) => {
    const reading = [seatsOf("bil_a", "INDIVIDUAL"), seatsOf("bil_a", "ORGANIZATION")];
    const changing = change(round + 1).catch(String);
    return [...(await Promise.all(reading)), await changing];
  });
  const expected = [1, 2, 3, 4].map((round) => [{ seats: 1 }, null, `Error: undo ${round + 1}`]);
  expect(await Promise.all(rounds)).toEqual(expected);
});
