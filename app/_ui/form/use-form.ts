"use client";

import { createContext, useActionState, useContext } from "react";
import type { FormAction, FormState } from "./define-action";
import type { Problem } from "./problems";

export interface Form<State = unknown> {
  state: State;
  problems: readonly Problem[];
  isPending: boolean;
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

export const FormContext = createContext<Pick<Form, "problems" | "isPending">>({ problems: [], isPending: false });

export function useFieldError(id: string): string | undefined {
  const { problems } = useContext(FormContext);
  const messages = problems.filter(({ field }) => field === id).map(({ message }) => message);
  return messages.length === 0 ? undefined : messages.join(" ");
}
