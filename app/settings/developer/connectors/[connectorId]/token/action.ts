"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { openConnector } from "@/lib/connectors/access-store";
import { rotateGatewayToken } from "@/lib/connectors/store";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { pathOf } from "../../paths";
import { type ConnectorProblem, readConnectorProblems } from "../../problems";

export type TokenState = { kind: "idle" } | { kind: "refused"; problems: ConnectorProblem[] };

export const rotate = statefulAction<TokenState>(async (form) => {
  const connectorId = readField(form, "connectorId");
  const { user } = await requireSession(pathOf(connectorId, "/token"));
  try {
    await limitPersonWrites(user.id);
    const access = await openConnector(user.id, connectorId);
    await rotateGatewayToken(access, { gatewayToken: readField(form, "gatewayToken") });
  } catch (error) {
    return { kind: "refused", problems: readConnectorProblems(error) };
  }
  redirect(pathOf(connectorId, "/token?rotated=1"));
});
