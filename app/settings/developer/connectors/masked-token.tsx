import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";

/** The same for every token: neither its letters nor its length are told. */
export function MaskedToken() {
  const t = useTranslations("connectors.token");
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span aria-hidden className="font-mono tracking-widest">
        ••••••••••••
      </span>
      <span className="inline-flex items-center gap-1 text-xs text-ink-3">
        <Lock aria-hidden className="size-3.5" />
        {t("sealed")}
      </span>
    </span>
  );
}
