"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useIsBrowser } from "../controls/use-is-browser";
import { Field } from "./field";
import { Input } from "./input";

interface PasswordFieldProps {
  name?: string;
  label: string;
  hint?: string;
  aside?: ReactNode;
  autoComplete?: "current-password" | "new-password";
}

export function PasswordField({
  name = "password",
  label,
  hint,
  aside,
  autoComplete = "current-password",
}: PasswordFieldProps) {
  const t = useTranslations("ui");
  const isBrowser = useIsBrowser();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field id={name} label={label} hint={hint} aside={aside}>
      {(aria) => (
        <span className="relative block">
          <Input
            {...aria}
            name={name}
            type={isShown ? "text" : "password"}
            autoComplete={autoComplete}
            required
            className="pe-10"
          />
          {isBrowser ? (
            <button
              type="button"
              aria-pressed={isShown}
              aria-label={t("showPassword")}
              onClick={() => setShown(!isShown)}
              className="absolute top-1 inset-e-1 grid size-7 place-items-center rounded-[0.3125rem] text-ink-3 hover:bg-muted hover:text-ink"
            >
              <Icon aria-hidden className="size-4" />
            </button>
          ) : null}
        </span>
      )}
    </Field>
  );
}
