import { prisma } from "../../db/prisma";
import { transaction } from "../../db/transaction";
import { isStorable } from "../../platform/characters";
import { now } from "../../platform/clock";
import { invalid } from "../../platform/errors";
import { VIEWS_PER_SCREEN_MAX, type View, type ViewedScreen } from "./view";

/** A name that exists already gets the new filter. */
export async function saveView(userId: string, screen: ViewedScreen, { name, query }: View): Promise<void> {
  await transaction(async (tx) => {
    const others = await tx.prisma.savedView.count({ where: { userId, screen, name: { not: name } } });
    if (others >= VIEWS_PER_SCREEN_MAX) throw invalid([{ path: "name", message: "views_too_many" }]);
    await tx.prisma.savedView.upsert({
      where: { userId_screen_name: { userId, screen, name } },
      create: { userId, screen, name, query, createdAt: now() },
      update: { query },
    });
  });
}

/** A name that no view can have deletes nothing. */
export async function deleteView(userId: string, screen: ViewedScreen, name: string): Promise<void> {
  if (!isStorable(name)) return;
  await prisma().savedView.deleteMany({ where: { userId, screen, name } });
}

export async function listViews(userId: string, screen: ViewedScreen): Promise<View[]> {
  return prisma().savedView.findMany({
    where: { userId, screen },
    select: { name: true, query: true },
    orderBy: { createdAt: "asc" },
  });
}
