"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { openConnector } from "@/lib/connectors/access-store";
import { deleteConnector } from "@/lib/connectors/store";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { CONNECTORS_PATH, pathOf } from "../../paths";
import { type ConnectorProblem, readConnectorProblems } from "../../problems";

export type DeleteState = { kind: "idle" } | { kind: "refused"; problems: ConnectorProblem[] };

export const remove = statefulAction<DeleteState>(async (form) => {
  const connectorId = readField(form, "connectorId");
  const { user } = await requireSession(pathOf(connectorId, "/delete"));
  try {
    await limitPersonWrites(user.id);
    await deleteConnector(await openConnector(user.id, connectorId), readField(form, "confirmation"));
  } catch (error) {
    return { kind: "refused", problems: readConnectorProblems(error) };
  }
  redirect(`${CONNECTORS_PATH}?deleted=1`);
});
