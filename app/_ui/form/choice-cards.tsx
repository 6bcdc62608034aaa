import type { ComponentProps } from "react";
import { ChoiceCard } from "./choice-card";
import { FieldGroup } from "./field";

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
