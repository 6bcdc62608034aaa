"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { CONNECTORS_PATH, connectorPath, runPath } from "@/app/_links";
import { checkTypedUrl } from "@/app/_ui/form/check-typed-url";
import { keepingAction, statefulAction, valueAction } from "@/app/_ui/form/define-action";
import { type Mapping, refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import type { TypedCheck } from "@/app/_ui/form/url-field";
import { openOwner } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/sessions/session";
import { checkTypedAddress, type TypedVerdict } from "@/lib/agents/connectors/check-connector";
import { ACTION_NAMES, type ActionName } from "@/lib/agents/connectors/connector";
import { createConnector } from "@/lib/agents/connectors/create";
import { openConnector } from "@/lib/agents/connectors/open-connector";
import { enableConnector, rotateGatewayToken, updateConnector } from "@/lib/agents/connectors/update";
import { deleteConnector } from "@/lib/agents/runs/delete-connector";
import { disableConnector } from "@/lib/agents/runs/disable-connector";
import { startRun } from "@/lib/agents/runs/start-run";
import { URL_MAX_BYTES } from "@/lib/platform/limits";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { readValues, toInput } from "./form-values";
import { RUN_REFUSALS } from "./run-refusals";

const TypedUrl = z.string().max(URL_MAX_BYTES);
const REFUSALS: Mapping = {
  byCode: { not_found: "connector_gone" },
  fields: { model: "agentId" },
  scope: "gateway",
};

export const create = keepingAction(
  readValues,
  async (form) => {
    const { user } = await requireSession(`${CONNECTORS_PATH}/new`);
    const values = readValues(form);
    await limitPersonWrites(user.id);
    const owner = await openOwner(user.id, values.owner);
    const { keepsHiddenRooms: _kept, ...input } = toInput(values);
    const { id } = await createConnector(owner, { ...input, gatewayToken: readField(form, "gatewayToken") });
    redirect(connectorPath(id, "/test?created=1"));
  },
  { ...REFUSALS, byCode: { not_found: "owner_unknown" } },
);

/** Every later form checks the session and who manages the connector. */
async function openFrom(form: FormData, page = "") {
  const connectorId = readField(form, "connectorId");
  const { user } = await requireSession(connectorPath(connectorId, page));
  await limitPersonWrites(user.id);
  return { connectorId, access: await openConnector(user.id, connectorId) };
}

export const update = keepingAction(
  readValues,
  async (form) => {
    const { connectorId, access } = await openFrom(form, "/edit");
    await updateConnector(access, toInput(readValues(form)));
    redirect(connectorPath(connectorId, "?saved=1"));
  },
  REFUSALS,
);

export const rotateToken = statefulAction(async (form) => {
  const { connectorId, access } = await openFrom(form, "/token");
  await rotateGatewayToken(access, { gatewayToken: readField(form, "gatewayToken") });
  redirect(connectorPath(connectorId, "/token?rotated=1"));
}, REFUSALS);

export const switchConnector = statefulAction(async (form) => {
  const { connectorId, access } = await openFrom(form);
  const isEnabled = form.get("isEnabled") === "true";
  await (isEnabled ? enableConnector(access) : disableConnector(access));
  redirect(connectorPath(connectorId, `?switched=${isEnabled ? "on" : "off"}`));
}, REFUSALS);

export const remove = statefulAction(async (form) => {
  const { access } = await openFrom(form, "/edit");
  await deleteConnector(access, readField(form, "confirmation"));
  redirect(`${CONNECTORS_PATH}?deleted=1`);
}, REFUSALS);

/** Checked while the URL is typed, again when the form is sent, and again by each call. */
export const checkGateway = valueAction<typeof TypedUrl, TypedCheck<TypedVerdict>>(
  TypedUrl,
  "unchecked",
  async (url) => {
    const { user } = await requireSession(`${CONNECTORS_PATH}/new`);
    return checkTypedUrl(user.id, () => checkTypedAddress(user.id, url), "gateway");
  },
);

function readBody(action: ActionName, form: FormData): unknown {
  switch (action) {
    case "test-connection":
      return {};
    case "summarize-record":
      return { recordId: readField(form, "recordId") };
    case "generate-tasks":
      return { recordId: readField(form, "recordId"), dryRun: form.get("dryRun") === "on" };
    case "reply-to-room":
      return { roomId: readField(form, "roomId"), instruction: readField(form, "instruction") };
  }
}

const BY_RECORD: ReadonlySet<ActionName> = new Set(["summarize-record", "generate-tasks"]);

/** The same verb, with the same gates, as the connector's endpoint for programs. */
export const run = statefulAction(async (form) => {
  const connectorId = readField(form, "connectorId");
  const { user } = await requireSession(connectorPath(connectorId, "/try"));
  const action = ACTION_NAMES.find((name) => name === readField(form, "action")) ?? "test-connection";
  if (BY_RECORD.has(action) && readField(form, "recordId") === "") throw refuse("record_missing", "recordId");
  const { id } = await startRun(user.id, connectorId, action, readBody(action, form));
  redirect(action === "test-connection" ? connectorPath(connectorId, `/test?run=${id}`) : runPath(id));
}, RUN_REFUSALS);
