"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { CONNECTOR_TOKEN_MAX_LENGTH } from "@/lib/platform/limits";

/** Written, never read back: not even an answer of the server carries it. */
export function TokenField({ error }: { error: string | undefined }) {
  const t = useTranslations("connectorForms");
  return (
    <Field id="gatewayToken" label={t("token")} hint={t("tokenHint")} error={error}>
      {(aria) => (
        <Input
          {...aria}
          name="gatewayToken"
          type="password"
          autoComplete="off"
          spellCheck={false}
          maxLength={CONNECTOR_TOKEN_MAX_LENGTH}
          className="font-mono text-dense"
        />
      )}
    </Field>
  );
}
