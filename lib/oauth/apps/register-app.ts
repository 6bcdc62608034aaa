import type { AdminAccess } from "../../access/open-administration";
import { recordAction } from "../../audit/record-action";
import { transaction } from "../../db/transaction";
import { checkInput } from "../../platform/check-input";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { describeAppFacts, RegisterApp } from "./app";
import { storeKeys } from "./client-keys";
import { createClientSecret } from "./create-client-secret";

export interface RegisteredApp {
  id: string;
  clientId: string;
  name: string;
  secret: string | null;
}

export async function registerApp({ userId }: AdminAccess, input: unknown): Promise<RegisteredApp> {
  const { clientType, actorType, keys, ...facts } = checkInput(RegisterApp, input);
  const app = { ...facts, ...storeKeys(keys) };
  const [id, at] = [newId("app"), now()];
  const secret = await transaction(async (tx) => {
    await tx.prisma.oAuthApp.create({
      data: {
        id,
        clientId: id,
        ...app,
        clientType: clientType === "public" ? "PUBLIC" : "CONFIDENTIAL",
        actorType: actorType === "user" ? "USER" : "AGENT",
        createdById: userId,
        createdAt: at,
        updatedAt: at,
      },
    });
    const details = { ...describeAppFacts(app), actorType };
    recordAction(tx, { name: "oauth_app.register", userId, resourceId: id, scope: "service", details });
    return clientType === "confidential" && keys === null ? createClientSecret(tx, id) : null;
  });
  return { id, clientId: id, name: app.name, secret };
}
