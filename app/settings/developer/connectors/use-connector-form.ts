"use client";

import { useEffect, useRef, useState } from "react";
import type { FormAction } from "@/app/_ui/form/define-action";
import { useForm } from "@/app/_ui/form/use-form";
import { checkGateway, type GatewayCheck } from "./actions";
import type { ConnectorFormValues } from "./form-values";

export type ConnectorAction = FormAction<never, ConnectorFormValues>;

/** The state that the form's sections share: choices, rooms and where the gateway URL leads. */
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

const QUIET_MS = 500;

/** An incomplete URL is not an error yet. */
function isWorthAsking(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/\s]{2,}/i.test(text);
}

/** Asks the server, which alone can resolve the host name, after a pause in typing. */
function useGatewayVerdict(url: string, initial: string) {
  const [answered, setAnswered] = useState<{ url: string; answer: GatewayCheck } | null>(null);
  const asked = useRef("");
  useEffect(() => {
    asked.current = url;
    if (!isWorthAsking(url)) return;
    const timer = setTimeout(() => {
      checkGateway(url).then(
        (answer) => (answer && asked.current === url ? setAnswered({ url, answer }) : undefined),
        // The form asks again when it is sent.
        () => undefined,
      );
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [url]);
  const answer = answered?.url === url ? answered.answer : null;
  const isTouched = url !== initial;
  return {
    kind: answer && "kind" in answer ? answer.kind : null,
    refusal: answer && "problem" in answer ? answer.problem : undefined,
    isTouched,
    isAsking: isTouched && answer === null && isWorthAsking(url),
  };
}
