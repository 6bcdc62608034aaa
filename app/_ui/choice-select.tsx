"use client";

import { Select } from "./input";

interface ChoiceSelectProps {
  name: string;
  label: string;
  value: string;
  /** What stands for "no filter". */
  all?: string;
  options: readonly (readonly [value: string, text: string])[];
}

/** One filter of a GET form: sent at once where JavaScript runs. */
export function ChoiceSelect({ name, label, value, all, options }: ChoiceSelectProps) {
  return (
    <Select
      name={name}
      aria-label={label}
      defaultValue={value}
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
      className="w-36 max-sm:min-w-32 max-sm:flex-1"
    >
      {all === undefined ? null : <option value="">{all}</option>}
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  );
}
