"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

export function DateFields({ zone, children }: { zone: string; children: ReactNode }) {
  const t = useTranslations("roomTasks.form");
  return (
    <div className="grid gap-1.5">
      <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>
      <p className="text-dense text-ink-3">{t("datesHint", { zone: zone.replaceAll("_", " ") })}</p>
    </div>
  );
}
