"use client";

import { useTranslations } from "next-intl";
import { Field } from "./field";
import { Input } from "./input";

/** For irreversible actions. The server compares the text; this only asks for it. */
export function ConfirmByTyping({ text, error }: { text: string; error: string | undefined }) {
  const t = useTranslations("ui");
  const label = t.rich("confirmByTyping", {
    text,
    strong: (name) => <strong className="font-semibold break-all">{name}</strong>,
  });
  return (
    <Field id="confirmation" label={label} error={error}>
      {(aria) => <Input {...aria} name="confirmation" autoComplete="off" autoCapitalize="none" spellCheck={false} />}
    </Field>
  );
}
