import { audienceUrl } from "../../access/credentials/token";
import { prisma } from "../../db/prisma";
import { now } from "../../platform/clock";

const DAY_MS = 24 * 60 * 60 * 1000;
const GRANTS_READ_MAX = 5;

export interface ToolCall {
  tool: string;
  at: string;
}

export async function findToolCall(userId: string, clientId: string | null): Promise<ToolCall | null> {
  const grants = await prisma().oAuthGrant.findMany({
    where: {
      userId,
      audience: audienceUrl("mcp"),
      lastUsedAt: { not: null },
      revokedAt: null,
      expiresAt: { gt: now() },
      ...(clientId === null ? {} : { app: { clientId } }),
    },
    select: { id: true, billingEntityId: true, lastUsedAt: true },
    orderBy: { lastUsedAt: "desc" },
    take: GRANTS_READ_MAX,
  });
  for (const { id, billingEntityId, lastUsedAt } of grants) {
    const since = new Date((lastUsedAt?.getTime() ?? 0) - DAY_MS);
    const call = await prisma().auditLog.findFirst({
      where: {
        billingEntityId,
        at: { gte: since },
        grantId: id,
        route: { startsWith: TOOL_ROUTE },
        status: { lt: 400 },
      },
      select: { route: true, at: true },
      orderBy: [{ at: "desc" }, { id: "desc" }],
    });
    if (call) return { tool: call.route.slice(TOOL_ROUTE.length), at: call.at.toISOString() };
  }
  return null;
}

const TOOL_ROUTE = "tools/";
