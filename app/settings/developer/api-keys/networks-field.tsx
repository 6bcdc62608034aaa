"use client";

import { useTranslations } from "next-intl";
import { TextArea } from "@/app/_ui/form/field";

interface NetworksFieldProps {
  /** The person's own; null: it is not known. */
  address: string | null;
  defaultValue: string;
}

export function NetworksField({ address, defaultValue }: NetworksFieldProps) {
  const t = useTranslations("keyForm.networks");
  return (
    <TextArea
      name="allowedNetworks"
      label={t("label")}
      hint={
        <>
          {t("hint")} {address === null ? null : t("here", { address })}
        </>
      }
      rows={3}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={defaultValue}
      className="control h-auto py-2 font-mono"
    />
  );
}
