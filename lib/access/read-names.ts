import { prisma } from "../db/prisma";

/** The names of people by id. A person whose account was deleted has none. */
export async function readNames(ids: readonly (string | null)[]): Promise<(id: string | null) => string | null> {
  const known = ids.filter((id) => id !== null);
  const users = await prisma().user.findMany({ where: { id: { in: known } }, select: { id: true, name: true } });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return (id) => names.get(id ?? "") ?? null;
}
