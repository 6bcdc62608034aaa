"use client";

import { useTranslations } from "next-intl";
import { MESSAGE_BODY_MAX_LENGTH } from "@/lib/platform/limits";

/** The length is shown once the limit is near. */
const TELL_FROM = MESSAGE_BODY_MAX_LENGTH - 500;

export function LengthHint({ id, length }: { id: string; length: number }) {
  const t = useTranslations("messages");
  return (
    <p id={`${id}-hint`} className="min-w-0 flex-1 text-xs text-ink-3">
      {length >= TELL_FROM ? (
        <span className={length > MESSAGE_BODY_MAX_LENGTH ? "font-medium text-bad" : ""}>
          {t("length", { length, limit: MESSAGE_BODY_MAX_LENGTH })}
        </span>
      ) : (
        <span className="max-sm:sr-only">{t("hint", { limit: MESSAGE_BODY_MAX_LENGTH })}</span>
      )}
    </p>
  );
}
