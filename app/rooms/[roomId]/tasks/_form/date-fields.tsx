"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { mergeClasses } from "@/app/_ui/merge-classes";

interface DateFieldsProps {
  zone: string;
  /** Side by side where the width allows. */
  isSplit?: boolean;
  children: ReactNode;
}

export function DateFields({ zone, isSplit = true, children }: DateFieldsProps) {
  const t = useTranslations("roomTasks.form");
  return (
    <div className="grid gap-1.5">
      <div className={mergeClasses("grid grid-cols-1 items-start gap-5", isSplit && "sm:grid-cols-2")}>{children}</div>
      <p className="text-dense text-ink-3">{t("datesHint", { zone: zone.replaceAll("_", " ") })}</p>
    </div>
  );
}
