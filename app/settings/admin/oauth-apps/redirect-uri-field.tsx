"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/app/_ui/field";
import { REDIRECT_URIS_MAX } from "@/lib/oauth/app";

interface RedirectUriFieldProps {
  start: readonly string[];
  onChange: (uris: string[]) => void;
  problems: readonly { field: string; message: string }[];
}

/** One to a line: they are pasted, and a textarea needs no JavaScript to hold another one. */
export function RedirectUriField({ start, onChange, problems }: RedirectUriFieldProps) {
  const t = useTranslations("appForm");
  const error = problems
    .filter(({ field }) => field === "redirectUris")
    .map(({ message }) => message)
    .join(" ");
  return (
    <div>
      <Field id="redirectUris" label={t("redirectUris")} hint={t("redirectUrisHint")} error={error || undefined}>
        {(aria) => (
          <textarea
            {...aria}
            name="redirectUris"
            rows={Math.min(REDIRECT_URIS_MAX, Math.max(3, start.length + 1))}
            defaultValue={start.join("\n")}
            onChange={(event) => onChange(event.currentTarget.value.split("\n").filter((line) => line.trim() !== ""))}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            wrap="off"
            placeholder="https://app.example.com/oauth/callback"
            className="control h-auto resize-y overflow-x-auto py-2 font-mono text-dense"
          />
        )}
      </Field>
    </div>
  );
}
