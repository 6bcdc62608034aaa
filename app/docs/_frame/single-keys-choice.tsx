import { useTranslations } from "next-intl";
import { Checkbox } from "@/app/_ui/form/input";

/** WCAG 2.1.4. Readers without an account have no other place for this choice. The script shows it. */
export function SingleKeysChoice() {
  const t = useTranslations("docsSearch");
  return (
    <label hidden className="flex min-h-6 items-center gap-2" data-single-keys>
      <Checkbox defaultChecked />
      {t("singleKeys")}
    </label>
  );
}
