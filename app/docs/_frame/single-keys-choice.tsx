"use client";

import { useTranslations } from "next-intl";
import { Checkbox } from "@/app/_ui/input";
import { useSingleKeys } from "@/app/_ui/single-keys";
import { useIsBrowser } from "@/app/_ui/use-is-browser";

/** WCAG 2.1.4. Readers without an account have no other place for this choice. */
export function SingleKeysChoice() {
  const t = useTranslations("docsSearch");
  const isBrowser = useIsBrowser();
  const [isOn, setOn] = useSingleKeys();
  if (!isBrowser) return null;
  return (
    <label className="flex min-h-6 items-center gap-2">
      <Checkbox checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
      {t("singleKeys")}
    </label>
  );
}
