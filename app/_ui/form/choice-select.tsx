import { joinClasses } from "../controls/join-classes";
import { Select } from "./input";

interface ChoiceSelectProps {
  name: string;
  label: string;
  value: string;
  all?: string;
  options: readonly (readonly [value: string, text: string])[];
  className?: string;
}

/** One filter of a GET form with an `ApplyButton`. */
export function ChoiceSelect({ name, label, value, all, options, className = "w-36" }: ChoiceSelectProps) {
  const shown = options.find(([option]) => option === value)?.[1] ?? all;
  return (
    <Select
      name={name}
      shown={shown}
      aria-label={label}
      defaultValue={value}
      className={joinClasses(
        "max-sm:min-w-32 max-sm:flex-1 sm:in-data-dense:w-auto sm:in-data-dense:max-w-40 sm:in-data-dense:min-w-16",
        className,
      )}
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
