"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FieldError } from "@/app/_ui/form/field";
import { useFieldError } from "@/app/_ui/form/use-form";
import { Input, Radio } from "@/app/_ui/input";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import { EXPIRY_CHOICES } from "@/lib/api-keys/api-key";

interface ExpiryFieldProps {
  initial: { expiry: string; date: string };
  tomorrow: string;
}

export function ExpiryField({ initial, tomorrow }: ExpiryFieldProps) {
  const t = useTranslations("keyForm.expiry");
  const [choice, setChoice] = useState(initial.expiry);
  const error = useFieldError("expiresAt");
  const isBrowser = useIsBrowser();
  return (
    <fieldset>
      <legend className="float-left mb-3 text-dense font-medium">{t("legend")}</legend>
      <div id="expiresAt" tabIndex={-1} className="clear-left flex flex-wrap gap-x-5 gap-y-2">
        {EXPIRY_CHOICES.map((value) => (
          <label key={value} className="flex min-h-6 items-center gap-2 text-dense">
            <Radio name="expiry" value={value} checked={choice === value} onChange={() => setChoice(value)} />
            {t(value)}
          </label>
        ))}
      </div>
      {choice === "date" || !isBrowser ? (
        <label className="mt-3 grid max-w-52 gap-1.5 text-dense">
          <span className="text-ink-2">{t("dateLabel")}</span>
          <Input
            type="date"
            name="date"
            min={tomorrow}
            defaultValue={initial.date}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "expiresAt-error" : undefined}
          />
        </label>
      ) : null}
      <div className="mt-3 grid gap-2 empty:hidden">
        <FieldError id="expiresAt" />
        {choice === "none" ? <p className="text-dense text-warn">{t("noneHint")}</p> : null}
      </div>
    </fieldset>
  );
}
