import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { joinClasses } from "../controls/join-classes";
import { ControlledBox } from "./controlled-box";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={joinClasses("control", className)} {...props} />;
}

interface SelectProps extends ComponentProps<"select"> {
  shown?: string | undefined;
}

/** The native select: it works without JavaScript and is familiar on phones. */
export function Select({ className, children, shown, ...props }: SelectProps) {
  return (
    <span data-shown={shown} className={joinClasses("relative block", className)}>
      <select
        className="control appearance-none truncate pe-8 pointer-fine:in-data-dense:ps-2 pointer-fine:in-data-dense:pe-6"
        {...props}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 inset-e-2.5 size-4 -translate-y-1/2 text-ink-3 pointer-fine:in-data-dense:inset-e-1.5"
      />
    </span>
  );
}

type BoxProps = Omit<ComponentProps<"input">, "type">;

export function Checkbox(props: BoxProps) {
  return <ChoiceBox type="checkbox" {...props} />;
}

export function Radio(props: BoxProps) {
  return <ChoiceBox type="radio" {...props} />;
}

function ChoiceBox({ className, ...props }: ComponentProps<"input">) {
  const Element = props.checked === undefined ? "input" : ControlledBox;
  return <Element className={joinClasses("size-4 shrink-0", className)} {...props} />;
}
