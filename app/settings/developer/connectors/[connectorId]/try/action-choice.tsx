"use client";

import { useTranslations } from "next-intl";
import { Radio } from "@/app/_ui/input";
import type { TriedAction } from "./list-actions";

interface ActionChoiceProps {
  actions: readonly { name: TriedAction; isAllowed: boolean }[];
  chosen: TriedAction;
  onChoose: (name: TriedAction) => void;
}

export function ActionChoice({ actions, chosen, onChoose }: ActionChoiceProps) {
  const t = useTranslations("agentRunForms");
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-dense font-medium">{t("action")}</legend>
      <div className="grid gap-2">
        {actions.map(({ name, isAllowed }) => (
          <label
            key={name}
            className="flex gap-2.5 rounded-control border border-line p-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft/50 has-disabled:bg-muted"
          >
            <Radio
              name="action"
              value={name}
              checked={chosen === name}
              disabled={!isAllowed}
              onChange={() => onChoose(name)}
              className="mt-0.5"
            />
            <span className="min-w-0">
              <span className="block text-dense font-medium">{t(`actions.${name}`)}</span>
              <span className="block text-xs text-ink-2 text-pretty">
                {t(isAllowed ? `actionTexts.${name}` : "notAllowed")}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
