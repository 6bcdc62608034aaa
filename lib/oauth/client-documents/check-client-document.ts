import { prisma } from "../../db/prisma";
import { CLIENT_DOCUMENT_FRESH_MIN_MS, CLIENT_DOCUMENT_STALE_DAYS } from "../../platform/client-document-limits";
import { nowMs } from "../../platform/clock";
import { approveKnownClient } from "./decide-client";
import { fetchDocument } from "./fetch-document";
import { isApprovedAtOnce } from "./known-clients";
import { openDocumentRow } from "./read-client-document";
import { saveReading } from "./save-reading";

const DAY_MS = 24 * 60 * 60 * 1000;

export type ClientStanding = "approved" | "client_unapproved" | "client_unreadable";

/**
 * Only the URL of an approved or known client is fetched, by one request at a time, because anyone can send a URL here.
 * Every other request uses what is stored.
 */
export async function checkClientDocument(url: string): Promise<ClientStanding> {
  const known = await findApproved(url);
  if (!known) return isApprovedAtOnce(url) ? approveAtOnce(url) : "client_unapproved";
  if (known.freshUntil === null || known.freshUntil.getTime() <= nowMs()) {
    await readDue(known.id, url, known.freshUntil);
    return classify(await findApproved(url));
  }
  return classify(known);
}

async function approveAtOnce(url: string): Promise<ClientStanding> {
  const id = await openDocumentRow(url);
  const { appId, refusedAt, freshUntil } = await prisma().oAuthClientDocument.findUniqueOrThrow({ where: { id } });
  if (appId !== null || refusedAt !== null) return classify(await findApproved(url));
  if (freshUntil === null || freshUntil.getTime() <= nowMs()) await readDue(id, url, freshUntil);
  await approveKnownClient(id);
  const known = await findApproved(url);
  return known ? classify(known) : "client_unreadable";
}

type Known = Awaited<ReturnType<typeof findApproved>>;

function findApproved(url: string) {
  return prisma().oAuthClientDocument.findFirst({
    where: { url, app: { isActive: true } },
    select: { id: true, freshUntil: true, foundAt: true },
  });
}

function classify(known: Known): ClientStanding {
  if (!known) return "client_unapproved";
  const ageMs = nowMs() - (known.foundAt?.getTime() ?? 0);
  return ageMs > CLIENT_DOCUMENT_STALE_DAYS * DAY_MS ? "client_unreadable" : "approved";
}

async function readDue(id: string, url: string, freshUntil: Date | null): Promise<void> {
  const claim = { freshUntil: new Date(nowMs() + CLIENT_DOCUMENT_FRESH_MIN_MS) };
  const { count } = await prisma().oAuthClientDocument.updateMany({ where: { id, freshUntil }, data: claim });
  if (count > 0) await saveReading(id, await fetchDocument(url), null);
}
