import { useTranslations } from "next-intl";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { endOverlapNow } from "../actions";

/** For a secret that turned out to be known to others: no need to wait, nor to make yet another one. */
export function EndOverlap({ appId }: { appId: string }) {
  const t = useTranslations("apps.secrets");
  return (
    <form action={endOverlapNow} className="mt-3">
      <input type="hidden" name="appId" value={appId} />
      <SubmitButton look="dangerPlain" size="small">
        {t("endNow")}
      </SubmitButton>
    </form>
  );
}
