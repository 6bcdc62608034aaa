import type { ComponentProps, ReactNode } from "react";
import { joinClasses } from "../controls/join-classes";
import { FieldGroup } from "./field";
import { Radio } from "./input";

interface ChoiceCardsProps<Value extends string> extends Omit<ComponentProps<typeof FieldGroup>, "id" | "children"> {
  name: string;
  values: readonly Value[];
  textsOf: (value: Value) => Pick<ComponentProps<typeof ChoiceCard>, "label" | "text" | "disabled">;
  chosen: string;
  onChoose: (value: Value) => void;
  className?: string;
}

export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { name, values, textsOf, chosen, onChoose, className = "grid gap-2", ...group } = props;
  return (
    <FieldGroup id={name} {...group}>
      <div className={className}>
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
      </div>
    </FieldGroup>
  );
}

interface ChoiceCardProps extends ComponentProps<typeof Radio> {
  label: string;
  text: ReactNode;
}

export function ChoiceCard({ label, text, className, ...props }: ChoiceCardProps) {
  return (
    <label
      className={joinClasses(
        "flex gap-2.5 rounded-control border border-line p-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft/50 has-disabled:bg-muted",
        className,
      )}
    >
      <Radio {...props} className="mt-0.5" />
      <span className="min-w-0">
        <span className="block text-dense font-medium">{label}</span>
        <span className="block text-xs text-ink-2 text-pretty">{text}</span>
      </span>
    </label>
  );
}
