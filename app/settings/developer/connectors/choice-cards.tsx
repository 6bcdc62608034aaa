"use client";

import type { ReactNode } from "react";
import { ChoiceCard } from "@/app/_ui/form/choice-card";
import { FieldGroup } from "@/app/_ui/form/field";

interface ChoiceCardsProps<Value extends string> {
  name: string;
  legend: string;
  hint: string;
  values: readonly Value[];
  textsOf: (value: Value) => { label: string; text: ReactNode };
  chosen: string;
  onChoose: (value: string) => void;
  error?: string | undefined;
}

export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { name, legend, hint, values, textsOf, chosen, onChoose, error } = props;
  return (
    <FieldGroup id={name} legend={legend} hint={hint} error={error}>
      {values.map((value) => (
        <ChoiceCard
          key={value}
          name={name}
          value={value}
          checked={chosen === value}
          onChange={() => onChoose(value)}
          {...textsOf(value)}
        />
      ))}
    </FieldGroup>
  );
}
