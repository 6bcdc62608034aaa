import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { keyOf } from "@/app/_light/browser/run-values";
import { Input, Select } from "@/app/_ui/form/input";
import { CodeText } from "./code-text";
import type { RunField } from "./run-fields";

/** Only the path is checked here: the service's own refusals of the rest are worth seeing. */
export function RunInput({ field }: { field: RunField }) {
  const t = useTranslations("reference.run");
  const { place, name, kind, isRequired, isNullable, description, initial } = field;
  const id = keyOf(field);
  const hint = [description, isNullable ? t("nullable") : null].filter((text) => text !== null).join(" · ");
  const choices = kind === "boolean" ? ["true", "false"] : field.choices;
  const plain = {
    id,
    defaultValue: initial,
    required: place === "path",
    autoComplete: "off",
    ...(hint === "" ? {} : { "aria-describedby": `${id}-hint` }),
  };
  return (
    <RunLine
      id={id}
      label={
        <>
          <code lang="en" className="font-mono">
            {name}
          </code>{" "}
          <span className="font-normal text-ink-3">
            {t(`places.${place}`)}
            {isRequired ? ` · ${t("required")}` : ""}
          </span>
        </>
      }
      hint={
        hint === "" ? null : (
          <span lang="en">
            <CodeText text={hint} />
          </span>
        )
      }
    >
      {choices.length > 0 ? (
        <Select {...plain}>
          {isRequired ? null : <option value="">{t("leftOut")}</option>}
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </Select>
      ) : kind === "longText" || kind === "json" ? (
        <textarea {...plain} rows={3} className="control h-auto py-2 font-mono text-dense" />
      ) : (
        <Input
          {...plain}
          {...(kind === "number" ? { inputMode: "numeric" } : {})}
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono text-dense"
        />
      )}
    </RunLine>
  );
}

interface RunLineProps {
  id: string;
  label: ReactNode;
  hint: ReactNode;
  children: ReactNode;
}

/** A label, its input and what to know about it. No action refuses these inputs, so the form kit has no part here. */
export function RunLine({ id, label, hint, children }: RunLineProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-dense font-medium">
        {label}
      </label>
      {children}
      {hint === null ? null : (
        <p id={`${id}-hint`} className="text-dense text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}
