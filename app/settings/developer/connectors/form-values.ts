import { readAll, readField } from "@/app/_ui/form/read-field";
import type { NetworkMode, SessionStrategy, ToolProfile, UpdateConnector } from "@/lib/agents/connectors/connector";

/** The form's values without the token, which is never sent back. */
export type ConnectorFormValues = ReturnType<typeof readValues>;

/** The choices are unchecked: the verbs refuse values outside of them. */
export function readValues(form: FormData) {
  return {
    owner: readField(form, "owner"),
    name: readField(form, "name"),
    gatewayBaseUrl: readField(form, "gatewayBaseUrl"),
    targetKind: form.get("targetKind") === "model" ? ("model" as const) : ("agent" as const),
    agentId: readField(form, "agentId"),
    sessionStrategy: readField(form, "sessionStrategy") as SessionStrategy,
    allowedRoomIds: readAll(form, "allowedRoomIds"),
    keepsHiddenRooms: form.get("keepsHiddenRooms") === "on",
    toolProfile: readField(form, "toolProfile") as ToolProfile,
    networkMode: readField(form, "networkMode") as NetworkMode,
    acceptsPublic: form.get("acceptsPublic") === "on",
    acceptsProxy: form.get("acceptsProxy") === "on",
  };
}

export function toInput({ owner: _, targetKind, agentId, ...values }: ConnectorFormValues): UpdateConnector {
  return { ...values, ...(targetKind === "model" ? { model: agentId } : { agentId }) };
}
