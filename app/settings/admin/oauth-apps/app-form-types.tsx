"use client";

import { useTranslations } from "next-intl";
import { FieldError } from "@/app/_ui/field";
import { Radio } from "@/app/_ui/input";
import { ACTOR_TYPES, CLIENT_TYPES } from "@/lib/oauth/app";

interface AppFormTypesProps {
  chosen: { clientType: string; actorType: string };
  onChoose: (choice: { clientType: string } | { actorType: string }) => void;
  /** After registration neither can be changed. */
  isFixed: boolean;
  findError: (field: string) => string | undefined;
}

export function AppFormTypes({ chosen, onChoose, isFixed, findError }: AppFormTypesProps) {
  const t = useTranslations("appForm");
  const option = (name: "clientType" | "actorType", value: string, title: string, text: string) => (
    <label
      key={value}
      className="flex gap-2.5 rounded-control border border-line p-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft/50 has-disabled:opacity-70"
    >
      <Radio
        name={name}
        value={value}
        checked={chosen[name] === value}
        disabled={isFixed}
        onChange={() => onChoose(name === "clientType" ? { clientType: value } : { actorType: value })}
        className="mt-0.5"
      />
      <span>
        <span className="block text-dense font-medium">{title}</span>
        <span className="block text-xs text-ink-2">{text}</span>
      </span>
    </label>
  );
  return (
    <div className="grid gap-5">
      <fieldset id="clientType" tabIndex={-1}>
        <legend className="mb-3 text-dense font-medium">{t("type")}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {CLIENT_TYPES.map((type) => option("clientType", type, t(`types.${type}.title`), t(`types.${type}.text`)))}
        </div>
        <FieldError id="clientType" error={findError("clientType")} />
      </fieldset>
      <fieldset id="actorType" tabIndex={-1}>
        <legend className="mb-3 text-dense font-medium">{t("actor")}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {ACTOR_TYPES.map((type) => option("actorType", type, t(`actors.${type}.title`), t(`actors.${type}.text`)))}
        </div>
        <FieldError id="actorType" error={findError("actorType")} />
      </fieldset>
      {isFixed ? <p className="text-dense text-ink-2">{t("fixed")}</p> : null}
    </div>
  );
}
