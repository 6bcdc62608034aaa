import { prisma } from "../db/prisma";
import type { FoundRow } from "./find-request";

/** JSON without secrets; null: there was none. */
export interface Bodies {
  request: string | null;
  response: string | null;
}

/** Kept while a person recorded the key. */
export async function readBodies({ credentialId, at, requestId }: FoundRow): Promise<Bodies | null> {
  if (!credentialId?.startsWith("key_")) return null;
  const found = await prisma().recordedBody.findFirst({ where: { apiKeyId: credentialId, at, requestId } });
  return found && { request: found.requestBody, response: found.responseBody };
}
