import { recordActionAlone } from "../../audit/record-action";
import { prisma } from "../../db/prisma";
import { now } from "../../platform/clock";
import { notFound } from "../../platform/errors";
import { newRequestId } from "../../platform/ids";
import type { AuditEntry } from "../list-audit";
import type { StreamFormat, StreamKind } from "./choices";
import type { StreamAccess } from "./open-stream";
import { type SealedDestination, type SendResult, sendBytes } from "./send-bytes";
import { writeBatch } from "./write-rows";

export async function sendTestRow({ streamId, ownedBy }: StreamAccess): Promise<SendResult> {
  const found = await prisma().auditStream.findUnique({ where: { id: streamId }, include: { runBy: true } });
  if (!found) throw notFound();
  const { userId, owner } = ownedBy;
  const destination: SealedDestination = {
    ...found,
    kind: found.kind as StreamKind,
    format: found.format as StreamFormat,
    secret: found.secretCiphertext,
  };
  const batch = writeBatch(destination, [describeTest(userId, streamId)]);
  const objectName = batch.objectName.replace(/audit-([^/]*)$/, "test-$1");
  const result = await sendBytes(destination, { ...batch, objectName, isTest: true });
  const details = { result: result ?? "sent" };
  const scope = { billingEntityId: owner.billingEntityId };
  await recordActionAlone({ name: "audit_stream.test", userId, resourceId: streamId, scope, details });
  return result;
}

function describeTest(userId: string, streamId: string): AuditEntry {
  return {
    id: "0",
    at: now(),
    requestId: newRequestId(),
    surface: "session",
    method: "ACT",
    route: "audit_stream.test",
    status: 200,
    errorCode: null,
    authMethod: "session",
    actorType: "user",
    userId,
    userName: null,
    apiKeyId: null,
    keyName: null,
    appId: null,
    appName: null,
    grantId: null,
    externalTokenId: null,
    scopes: "",
    unitsCost: 0,
    durationMs: null,
    address: null,
    requests: 1,
    resourceId: streamId,
    details: { isTest: true },
  };
}
