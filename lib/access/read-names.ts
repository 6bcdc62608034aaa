import { prisma } from "../db/prisma";

export async function readNames(ids: readonly (string | null)[]): Promise<(id: string | null) => string | null> {
  const known = ids.filter((id) => id !== null);
  const users = await prisma().user.findMany({ where: { id: { in: known } }, select: { id: true, name: true } });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return (id) => names.get(id ?? "") ?? null;
}
