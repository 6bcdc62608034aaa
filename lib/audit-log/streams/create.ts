import type { OwnerAccess } from "../../access/open-owner";
import { recordAction } from "../../audit/record-action";
import { transaction } from "../../db/transaction";
import { checkInput } from "../../platform/check-input";
import { now } from "../../platform/clock";
import { encrypt } from "../../platform/crypto";
import { invalid } from "../../platform/errors";
import { newId } from "../../platform/ids";

import { streamSecretPlace } from "../../platform/sealed-places";
import { createWebhookSecret } from "../../webhooks/signing/secret";
import { checkTarget } from "./check-target";
import { CreateStream } from "./stream";
import { AUDIT_STREAMS_PER_ENTITY_MAX } from "./stream-limits";
import { LOCK_STREAM_OWNER } from "./streams.sql";

export interface CreatedStream {
  id: string;
  signingSecret: string | null;
}

export async function createStream({ owner, userId }: OwnerAccess, input: CreateStream): Promise<CreatedStream> {
  const given = checkInput(CreateStream, input);
  const url = await checkTarget(given.url, given.kind);
  const id = newId("aus");
  const signingSecret = given.kind === "https" ? createWebhookSecret() : null;
  const { billingEntityId } = owner;
  await transaction(async (tx) => {
    const [locked] = await tx.query(LOCK_STREAM_OWNER, { billingEntityId });
    const existing = await tx.prisma.auditStream.count({ where: { billingEntityId } });
    if (existing >= AUDIT_STREAMS_PER_ENTITY_MAX) throw invalid([{ path: "", message: "streams_too_many" }]);
    const at = now();
    await tx.prisma.auditStream.create({
      data: {
        id,
        billingEntityId,
        kind: given.kind,
        format: given.format,
        url,
        ...(given.kind === "s3"
          ? { bucket: given.bucket, region: given.region, prefix: given.prefix, accessKeyId: given.accessKeyId }
          : {}),
        secretCiphertext: encrypt(
          given.kind === "s3" ? given.secretAccessKey : (signingSecret ?? ""),
          streamSecretPlace(id),
        ),
        runById: userId,
        createdAt: at,
        nextAttemptAt: at,
        sinceTransactionId: BigInt(locked?.transactionId ?? 0),
      },
    });
    // Log only the host, because a path may hold a secret of the receiver.
    const details = { kind: given.kind, format: given.format, host: new URL(url).host };
    recordAction(tx, { name: "audit_stream.create", userId, resourceId: id, scope: { billingEntityId }, details });
  });
  return { id, signingSecret };
}
