"use client";

import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import type { ConnectorFormState } from "./actions";
import type { ConnectorFormValues } from "./form-values";
import { useGatewayVerdict } from "./use-gateway-verdict";

const IDLE: ConnectorFormState = { kind: "idle" };

export type ConnectorAction = (state: ConnectorFormState, form: FormData) => Promise<ConnectorFormState>;

/** What the form's parts know of each other: the choices, where the address leads, and what the server refused. */
export function useConnectorForm(action: ConnectorAction, start: ConnectorFormValues) {
  const t = useTranslations("connectorForms");
  const [state, send, isPending] = useActionState(action, IDLE);
  const [initial] = useState(state.kind === "invalid" ? state.values : start);
  const [url, setUrl] = useState(initial.gatewayBaseUrl);
  const [{ sessionStrategy, toolProfile, networkMode }, setChoices] = useState(initial);
  const [rooms, setRooms] = useState<ReadonlySet<string>>(new Set(initial.rooms));
  const verdict = useGatewayVerdict(url, start.gatewayBaseUrl);
  const problems = (state.kind === "invalid" ? state.problems : []).map(({ field, reason }) => ({
    field,
    message: t(`problems.${reason}`),
  }));
  return {
    state,
    send,
    isPending,
    initial,
    url: url.trim(),
    setUrl,
    verdict,
    kind: verdict.answer && "kind" in verdict.answer ? verdict.answer.kind : null,
    chosen: { sessionStrategy, toolProfile, networkMode },
    choose: (field: "sessionStrategy" | "toolProfile" | "networkMode") => (value: string) =>
      setChoices((choices) => ({ ...choices, [field]: value })),
    rooms,
    toggleRoom: (roomId: string, isOn: boolean) =>
      setRooms(new Set(isOn ? [...rooms, roomId] : [...rooms].filter((id) => id !== roomId))),
    problems,
    findError: (field: string) => problems.find((problem) => problem.field === field)?.message,
  };
}

export type ConnectorFormParts = ReturnType<typeof useConnectorForm>;
