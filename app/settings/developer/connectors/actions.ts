"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { statefulAction, valueAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { openOwner } from "@/lib/access/owner-store";
import { requireSession } from "@/lib/accounts/session";
import { checkTypedAddress } from "@/lib/connectors/check-connector";
import type { GatewayKind } from "@/lib/connectors/connector";
import { createConnector } from "@/lib/connectors/create";
import { openConnector } from "@/lib/connectors/open-connector";
import { updateConnector } from "@/lib/connectors/update";
import { URL_MAX_BYTES } from "@/lib/platform/limits";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { type ConnectorFormValues, readValues, toInput } from "./form-values";
import { CONNECTORS_PATH, pathOf } from "./paths";
import { type ConnectorProblem, REASONS, type Reason, readConnectorProblems } from "./problems";

const TypedUrl = z.string().max(URL_MAX_BYTES);

export type ConnectorFormState =
  | { kind: "idle" }
  | { kind: "invalid"; problems: ConnectorProblem[]; values: ConnectorFormValues };

/** The form has one field for the two that the store knows. */
const nameField = (problem: ConnectorProblem): ConnectorProblem =>
  problem.field === "model" ? { ...problem, field: "agentId" } : problem;

export const create = statefulAction<ConnectorFormState>(async (form) => {
  const { user } = await requireSession(`${CONNECTORS_PATH}/new`);
  const values = readValues(form);
  let id: string;
  try {
    await limitPersonWrites(user.id);
    const owner = await openOwner(user.id, values.owner);
    const { keepsHiddenRooms: _kept, ...input } = toInput(values);
    ({ id } = await createConnector(owner, { ...input, gatewayToken: readField(form, "gatewayToken") }));
  } catch (error) {
    const problems = readConnectorProblems(error, { not_found: { field: "", reason: "owner_unknown" } });
    return { kind: "invalid", problems: problems.map(nameField), values };
  }
  redirect(pathOf(id, "/test?created=1"));
});

export const update = statefulAction<ConnectorFormState>(async (form) => {
  const connectorId = readField(form, "connectorId");
  const { user } = await requireSession(pathOf(connectorId, "/edit"));
  const values = readValues(form);
  try {
    await limitPersonWrites(user.id);
    await updateConnector(await openConnector(user.id, connectorId), toInput(values));
  } catch (error) {
    return { kind: "invalid", problems: readConnectorProblems(error).map(nameField), values };
  }
  redirect(pathOf(connectorId, "?saved=1"));
});

export type AddressAnswer = { kind: GatewayKind | null } | { problem: Reason };

/** As it is typed. Sent again with the form, and checked again by each call. */
export const checkGateway = valueAction<typeof TypedUrl, AddressAnswer>(
  TypedUrl,
  { problem: "url_invalid" },
  async (url) => {
    const { user } = await requireSession(`${CONNECTORS_PATH}/new`);
    const verdict = await checkTypedAddress(user.id, url);
    if (verdict.problem === null) return { kind: verdict.kind };
    return { problem: REASONS.find((reason) => reason === verdict.problem) ?? "url_invalid" };
  },
);
