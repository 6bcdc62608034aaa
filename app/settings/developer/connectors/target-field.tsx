"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/app/_ui/field";
import { Input, Select } from "@/app/_ui/input";
import { CONNECTOR_TARGET_MAX_LENGTH } from "@/lib/platform/limits";

interface TargetFieldProps {
  kind: "agent" | "model";
  initial: string;
  error: string | undefined;
}

/** Both travel as the gateway's `model`; what a person calls it differs. */
export function TargetField({ kind, initial, error }: TargetFieldProps) {
  const t = useTranslations("connectorForms");
  return (
    <div className="grid items-start gap-5 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <Field id="targetKind" label={t("targetKind")}>
        {(aria) => (
          <Select {...aria} name="targetKind" defaultValue={kind}>
            <option value="agent">{t("targetKinds.agent")}</option>
            <option value="model">{t("targetKinds.model")}</option>
          </Select>
        )}
      </Field>
      <Field id="agentId" label={t("target")} hint={t("targetHint")} error={error}>
        {(aria) => (
          <Input
            {...aria}
            name="agentId"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={CONNECTOR_TARGET_MAX_LENGTH * 2}
            defaultValue={initial}
            placeholder="main"
            className="font-mono text-dense"
          />
        )}
      </Field>
    </div>
  );
}
