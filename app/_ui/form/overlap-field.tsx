"use client";

import { useTranslations } from "next-intl";
import { OVERLAP_CHOICES } from "@/lib/platform/overlap";
import { Radio } from "./input";

export function OverlapField({ legend }: { legend: string }) {
  const t = useTranslations("ui.overlap");
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2.5 text-dense font-medium">{legend}</legend>
      {OVERLAP_CHOICES.map((overlap) => (
        <label key={overlap} className="flex min-h-6 items-center gap-2.5 text-dense">
          <Radio name="overlap" value={overlap} defaultChecked={overlap === "24h"} />
          {t(overlap)}
        </label>
      ))}
    </fieldset>
  );
}
