import type { AdminAccess } from "../../access/open-administration";
import { prisma } from "../../db/prisma";
import { now } from "../../platform/clock";
import { invalid } from "../../platform/errors";
import { newId } from "../../platform/ids";
import { findClientUrlProblem } from "./client-url";
import { fetchDocument } from "./fetch-document";
import { saveReading } from "./save-reading";

export async function openDocumentRow(url: string): Promise<string> {
  const problem = findClientUrlProblem(url);
  if (problem) throw invalid([{ path: "url", message: problem }]);
  const data = { id: newId("cid"), url, createdAt: now() };
  // An upsert fails when two requests create the row at once.
  await prisma().oAuthClientDocument.createMany({ data, skipDuplicates: true });
  const { id } = await prisma().oAuthClientDocument.findUniqueOrThrow({ where: { url }, select: { id: true } });
  return id;
}

export async function readForApproval({ userId }: AdminAccess, url: string): Promise<string> {
  const id = await openDocumentRow(url);
  await saveReading(id, await fetchDocument(url), userId);
  return id;
}
