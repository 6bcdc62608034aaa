import { readField } from "@/app/_ui/form/read-field";
import type { NetworkMode, SessionStrategy, ToolProfile, UpdateConnector } from "@/lib/connectors/connector";

/** The form's values without the token, which is never sent back. */
export interface ConnectorFormValues {
  owner: string;
  name: string;
  gatewayBaseUrl: string;
  /** Tells whether `agentId` is an agent's id or the name of a default model. */
  targetKind: "agent" | "model";
  agentId: string;
  sessionStrategy: string;
  rooms: string[];
  keepsHiddenRooms: boolean;
  toolProfile: string;
  networkMode: string;
  acceptsPublic: boolean;
  acceptsProxy: boolean;
}

export function readValues(form: FormData): ConnectorFormValues {
  return {
    owner: readField(form, "owner"),
    name: readField(form, "name"),
    gatewayBaseUrl: readField(form, "gatewayBaseUrl"),
    targetKind: form.get("targetKind") === "model" ? "model" : "agent",
    agentId: readField(form, "agentId"),
    sessionStrategy: readField(form, "sessionStrategy"),
    rooms: form.getAll("allowedRoomIds").filter((value) => typeof value === "string"),
    keepsHiddenRooms: form.get("keepsHiddenRooms") === "on",
    toolProfile: readField(form, "toolProfile"),
    networkMode: readField(form, "networkMode"),
    acceptsPublic: form.get("acceptsPublic") === "on",
    acceptsProxy: form.get("acceptsProxy") === "on",
  };
}

/** Unchecked: the store refuses values outside the choices. */
export function toInput(values: ConnectorFormValues): UpdateConnector {
  const { name, gatewayBaseUrl, targetKind, agentId, rooms, keepsHiddenRooms, acceptsPublic, acceptsProxy } = values;
  return {
    name,
    gatewayBaseUrl,
    ...(targetKind === "model" ? { model: agentId } : { agentId }),
    sessionStrategy: values.sessionStrategy as SessionStrategy,
    allowedRoomIds: rooms,
    toolProfile: values.toolProfile as ToolProfile,
    networkMode: values.networkMode as NetworkMode,
    keepsHiddenRooms,
    acceptsPublic,
    acceptsProxy,
  };
}
