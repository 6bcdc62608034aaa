"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { openConnector } from "@/lib/connectors/access-store";
import { disableConnector, enableConnector } from "@/lib/connectors/store";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { pathOf } from "./paths";
import { type ConnectorProblem, readConnectorProblems } from "./problems";

export type SwitchState = { kind: "idle" } | { kind: "refused"; problems: ConnectorProblem[] };

export const switchConnector = statefulAction<SwitchState>(async (form) => {
  const connectorId = readField(form, "connectorId");
  const { user } = await requireSession(pathOf(connectorId));
  const isEnabled = form.get("isEnabled") === "true";
  try {
    await limitPersonWrites(user.id);
    const access = await openConnector(user.id, connectorId);
    await (isEnabled ? enableConnector(access) : disableConnector(access));
  } catch (error) {
    return { kind: "refused", problems: readConnectorProblems(error) };
  }
  redirect(pathOf(connectorId, `?switched=${isEnabled ? "on" : "off"}`));
});
