"use server";

import { redirect } from "next/navigation";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { openConnector } from "@/lib/connectors/access-store";
import { rotateGatewayToken } from "@/lib/connectors/store";
import { pathOf } from "../../paths";
import { type ConnectorProblem, readConnectorProblems } from "../../problems";

export type TokenState = { kind: "idle" } | { kind: "refused"; problems: ConnectorProblem[] };

export async function rotate(_: TokenState, form: FormData): Promise<TokenState> {
  const connectorId = readField(form, "connectorId");
  const { user } = await requireSession(pathOf(connectorId, "/token"));
  try {
    const access = await openConnector(user.id, connectorId);
    await rotateGatewayToken(access, { gatewayToken: readField(form, "gatewayToken") });
  } catch (error) {
    return { kind: "refused", problems: readConnectorProblems(error) };
  }
  redirect(pathOf(connectorId, "/token?rotated=1"));
}
