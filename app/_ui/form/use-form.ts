"use client";

import { createContext, useActionState, useContext } from "react";
import type { FormAction, FormState } from "./define-action";
import type { Problem } from "./problems";

export interface Form<State = unknown> {
  state: State;
  problems: readonly Problem[];
  isPending: boolean;
  values: unknown;
  send: (form: FormData) => void;
}

export function useForm<Done = never, Values = null>(
  action: FormAction<Done, Values>,
): Form<FormState<Done, Values>> & { values: Values | null } {
  const [state, send, isPending] = useActionState<FormState<Done, Values>, FormData>(action, { kind: "idle" });
  const refusal = isRefused(state) ? state : null;
  return { state, send, isPending, problems: refusal?.problems ?? [], values: refusal?.values ?? null };
}

type Refused<Values> = Extract<FormState<never, Values>, { kind: "refused" }>;

function isRefused<Done, Values>(state: FormState<Done, Values>): state is Refused<Values> {
  return typeof state === "object" && state !== null && "kind" in state && state.kind === "refused";
}

export const FormContext = createContext<Pick<Form, "problems" | "isPending" | "values">>({
  problems: [],
  isPending: false,
  values: null,
});

/** The props of a field. Where no JavaScript runs, a refused form is drawn anew, with the texts that its action returns. */
export function useKeptText<Props extends { name: string }>(props: Props): Props {
  const kept = Object(useContext(FormContext).values) as Record<string, unknown>;
  const text = kept[props.name];
  return typeof text === "string" && !("value" in props) ? { ...props, defaultValue: text } : props;
}

export function useFieldError(id: string): string | undefined {
  const { problems } = useContext(FormContext);
  const messages = problems.filter(({ field }) => field === id).map(({ message }) => message);
  return messages.length === 0 ? undefined : messages.join(" ");
}
