import { useTranslations } from "next-intl";
import type { ChangeEvent } from "react";
import { Field } from "@/app/_ui/form/field";
import { Input, Select } from "@/app/_ui/input";
import { CodeText } from "./code-text";
import type { RunField } from "./run-fields";
import { keyOf } from "./run-values";

type Element = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface RunInputProps {
  field: RunField;
  value: string;
  onChange: (text: string) => void;
}

/** Only the path is checked here: the service's own refusals of the rest are worth seeing. */
export function RunInput({ field, value, onChange }: RunInputProps) {
  const t = useTranslations("reference.run");
  const { place, name, kind, isRequired, isNullable, description } = field;
  const choices = kind === "boolean" ? ["true", "false"] : field.choices;
  const plain = {
    value,
    required: place === "path",
    autoComplete: "off",
    onChange: (event: ChangeEvent<Element>) => onChange(event.currentTarget.value),
  } as const;
  const hint = [description, isNullable ? t("nullable") : null].filter((text) => text !== null).join(" · ");
  const label = (
    <>
      <code lang="en" className="font-mono">
        {name}
      </code>{" "}
      <span className="font-normal text-ink-3">
        {t(`places.${place}`)}
        {isRequired ? ` · ${t("required")}` : ""}
      </span>
    </>
  );
  return (
    <Field
      id={keyOf(field)}
      label={label}
      {...(hint === ""
        ? {}
        : {
            hint: (
              <span lang="en">
                <CodeText text={hint} />
              </span>
            ),
          })}
    >
      {(aria) => {
        if (choices.length > 0) {
          return (
            <Select {...aria} {...plain}>
              {isRequired ? null : <option value="">{t("leftOut")}</option>}
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </Select>
          );
        }
        if (kind === "longText" || kind === "json") {
          return <textarea {...aria} {...plain} rows={3} className="control h-auto py-2 font-mono text-dense" />;
        }
        const inputMode = kind === "number" ? ({ inputMode: "numeric" } as const) : {};
        return (
          <Input
            {...aria}
            {...plain}
            {...inputMode}
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono text-dense"
          />
        );
      }}
    </Field>
  );
}
