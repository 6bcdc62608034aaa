"use client";

import { useState } from "react";
import type { FormAction } from "@/app/_ui/form/define-action";
import { useForm } from "@/app/_ui/form/use-form";
import type { ConnectorFormValues } from "./form-values";
import { useGatewayVerdict } from "./use-gateway-verdict";

export type ConnectorAction = FormAction<never, ConnectorFormValues>;

/** The state that the form's sections share: choices, rooms and where the gateway URL leads. */
export function useConnectorForm(action: ConnectorAction, start: ConnectorFormValues) {
  const form = useForm(action);
  const [initial] = useState(form.values ?? start);
  const [url, setUrl] = useState(initial.gatewayBaseUrl);
  const [{ sessionStrategy, toolProfile, networkMode }, setChoices] = useState(initial);
  const [rooms, setRooms] = useState<ReadonlySet<string>>(new Set(initial.rooms));
  const verdict = useGatewayVerdict(url, start.gatewayBaseUrl);
  return {
    ...form,
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
  };
}

export type ConnectorFormParts = ReturnType<typeof useConnectorForm>;
