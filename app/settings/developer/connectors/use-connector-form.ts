"use client";

import { useState } from "react";
import type { FormAction } from "@/app/_ui/form/define-action";
import { useTypedCheck } from "@/app/_ui/form/url-field";
import { useForm } from "@/app/_ui/form/use-form";
import { checkGateway } from "./actions";
import type { ConnectorFormValues } from "./form-values";

export type ConnectorAction = FormAction<never, ConnectorFormValues>;

export function useConnectorForm(action: ConnectorAction, start: ConnectorFormValues) {
  const form = useForm(action);
  const [initial] = useState(form.values ?? start);
  const [url, setUrl] = useState(initial.gatewayBaseUrl);
  const [{ sessionStrategy, toolProfile, networkMode }, setChoices] = useState(initial);
  const [rooms, setRooms] = useState<ReadonlySet<string>>(new Set(initial.allowedRoomIds));
  return {
    ...form,
    initial,
    url: url.trim(),
    setUrl,
    verdict: useGatewayVerdict(url.trim(), start.gatewayBaseUrl.trim()),
    chosen: { sessionStrategy, toolProfile, networkMode },
    choose: (field: "sessionStrategy" | "toolProfile" | "networkMode") => (value: string) =>
      setChoices((choices) => ({ ...choices, [field]: value })),
    rooms,
    toggleRoom: (roomId: string, isOn: boolean) =>
      setRooms(new Set(isOn ? [...rooms, roomId] : [...rooms].filter((id) => id !== roomId))),
  };
}

export type ConnectorFormParts = ReturnType<typeof useConnectorForm>;

/** A saved URL is checked too: the form warns of a public one. Its field says nothing until the URL is another. */
function useGatewayVerdict(url: string, initial: string) {
  const { checked, isAsking } = useTypedCheck(url, checkGateway);
  const isTouched = url !== initial;
  const isUnchecked = checked === "unchecked";
  const verdict = isUnchecked ? null : checked;
  return {
    kind: verdict?.problem === null ? verdict.kind : null,
    refusal: verdict?.problem ?? undefined,
    isTouched,
    isAsking: isTouched && isAsking,
    isUnchecked: isTouched && isUnchecked,
  };
}
