"use client";

import type { ReactNode } from "react";
import { FieldError } from "@/app/_ui/field";
import { Radio } from "@/app/_ui/input";

interface Choice {
  value: string;
  title: string;
  text: ReactNode;
}

interface ChoiceCardsProps {
  name: string;
  legend: string;
  hint?: string;
  choices: readonly Choice[];
  chosen: string;
  onChoose: (value: string) => void;
  error: string | undefined;
}

/** One of a few, each with room to say what it means. */
export function ChoiceCards({ name, legend, hint, choices, chosen, onChoose, error }: ChoiceCardsProps) {
  return (
    <fieldset id={name} tabIndex={-1} className="min-w-0" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-1 text-dense font-medium">{legend}</legend>
      {hint ? <p className="mb-3 text-dense text-ink-2 text-pretty">{hint}</p> : null}
      <div className="mb-1.5 grid gap-2">
        {choices.map(({ value, title, text }) => (
          <label
            key={value}
            className="flex gap-2.5 rounded-control border border-line p-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft/50"
          >
            <Radio
              name={name}
              value={value}
              checked={chosen === value}
              onChange={() => onChoose(value)}
              className="mt-0.5"
            />
            <span className="min-w-0">
              <span className="block text-dense font-medium">{title}</span>
              <span className="block text-xs text-ink-2 text-pretty">{text}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldError id={name} error={error} />
    </fieldset>
  );
}
