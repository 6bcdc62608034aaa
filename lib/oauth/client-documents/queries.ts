import type { Prisma } from "../../../prisma/client/client";
import type { AdminAccess } from "../../access/open-administration";
import { prisma } from "../../db/prisma";
import { notFound } from "../../platform/errors";
import { isId } from "../../platform/ids";
import { ClientDocument, DOCUMENT_PROBLEMS, digestDocument, hasOpenPort } from "./client-document";
import { clientHost } from "./client-url";
import { type ClientState, classifyState } from "./request-client";

const LISTED_CLIENTS_MAX = 500;
const LISTED_REQUESTS_MAX = 50;

const FACTS = {
  app: { select: { id: true, isActive: true, redirectUris: true } },
  requests: {
    select: { createdAt: true, user: { select: { name: true, email: true } } },
    orderBy: { createdAt: "asc" },
    take: LISTED_REQUESTS_MAX,
  },
  _count: { select: { requests: true } },
} as const;

export type ClientRow = Awaited<ReturnType<typeof readClientRow>>;

export async function readClientRow(_admin: AdminAccess, id: string) {
  const [row] = isId("cid", id) ? await findRows({ id }) : [];
  if (!row) throw notFound();
  return row;
}

export async function listClients(_admin: AdminAccess) {
  const rows = await findRows({ OR: [{ appId: null }, { app: { isActive: true } }] });
  return {
    waiting: rows.filter(({ app, isRefused }) => !app && !isRefused),
    changed: rows.filter(({ app, isChanged }) => app && isChanged),
    refused: rows.filter(({ app, isRefused }) => !app && isRefused),
  };
}

export async function findDocumentOfApp(_admin: AdminAccess, appId: string): Promise<ClientRow | null> {
  const [row] = await findRows({ appId });
  return row ?? null;
}

async function findRows(where: Prisma.OAuthClientDocumentWhereInput) {
  const rows = await prisma().oAuthClientDocument.findMany({
    where,
    include: FACTS,
    orderBy: { id: "asc" },
    take: LISTED_CLIENTS_MAX,
  });
  return rows.map((row) => {
    const [found, approved] = [row.found, row.approved].map((content) => ClientDocument.nullable().parse(content));
    const seen = found ? digestDocument(found) : null;
    return {
      id: row.id,
      url: row.url,
      host: clientHost(row.url),
      app: row.app,
      found: found ?? null,
      approved: approved ?? null,
      seen,
      needsPort: found ? hasOpenPort(found) && row.callbackPort === null : false,
      callbackPort: row.callbackPort,
      isChanged: seen !== null && approved ? seen !== digestDocument(approved) : false,
      isRefused: row.refusedAt !== null,
      problem: DOCUMENT_PROBLEMS.find((problem) => problem === row.problem) ?? null,
      checkedAt: row.checkedAt?.toISOString() ?? null,
      foundAt: row.foundAt?.toISOString() ?? null,
      requests: row.requests.map(({ createdAt, user }) => ({ createdAt: createdAt.toISOString(), ...user })),
      requestCount: row._count.requests,
    };
  });
}

export async function readClientStates(
  userId: string,
  urls: readonly string[],
): Promise<ReadonlyMap<string, { state: ClientState; callbackPort: number | null }>> {
  const rows = await prisma().oAuthClientDocument.findMany({
    where: { url: { in: [...urls] } },
    include: { app: { select: { isActive: true } }, requests: { where: { userId } } },
  });
  return new Map(
    urls.map((url) => {
      const row = rows.find((candidate) => candidate.url === url) ?? null;
      return [url, { state: classifyState(row, url), callbackPort: row?.callbackPort ?? null }];
    }),
  );
}

export async function findClientIdFor(redirectUri: string): Promise<string | null> {
  const app = await prisma().oAuthApp.findFirst({
    where: { redirectUris: { has: redirectUri }, isActive: true, clientType: "PUBLIC", document: null },
    select: { clientId: true },
    orderBy: { id: "desc" },
  });
  return app?.clientId ?? null;
}
