import { useTranslations } from "next-intl";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { Notice } from "@/app/_ui/notice";
import type { AppSummary } from "@/lib/oauth/apps-query";
import { reactivate } from "../actions";

interface AppNoticeProps {
  app: AppSummary;
  /** The last action, from the query; shown only if the app's state agrees. */
  done: string;
  ended: number;
}

export function AppNotice({ app, done, ended }: AppNoticeProps) {
  const t = useTranslations("apps");
  const { name } = app;
  const text =
    done === "saved"
      ? t("savedNotice")
      : done === "overlap-ended"
        ? t("overlapEndedNotice")
        : done === "registered" && app.clientType === "public"
          ? t("registeredNotice", { name })
          : done === "deactivated" && !app.isActive
            ? t("deactivatedNotice", { name, count: ended })
            : done === "reactivated" && app.isActive
              ? t("reactivatedNotice", { name })
              : null;
  return (
    <div className="mb-4 grid gap-3 empty:hidden">
      {text ? (
        <Notice tone="good" role="status">
          {text}
        </Notice>
      ) : null}
      {app.isActive ? null : (
        <Notice tone="warn">
          <p>{t("inactive")}</p>
          <form action={reactivate} className="mt-2">
            <input type="hidden" name="appId" value={app.id} />
            <SubmitButton look="plain" size="small">
              {t("reactivate")}
            </SubmitButton>
          </form>
        </Notice>
      )}
    </div>
  );
}
