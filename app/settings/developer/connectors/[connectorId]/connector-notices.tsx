import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Notice } from "@/app/_ui/notice";
import type { Connector } from "@/lib/connectors/queries";
import { pathOf } from "../paths";
import { SwitchForm } from "../switch-form";

interface ConnectorNoticesProps {
  connector: Connector;
  isSaved: boolean;
  switched: string;
  hasRuns: boolean;
}

/** The last action, limits of the connector, and the next step. */
export function ConnectorNotices({ connector, isSaved, switched, hasRuns }: ConnectorNoticesProps) {
  const t = useTranslations("connectors.notices");
  const { id, isEnabled, toolProfile, rooms } = connector;
  const narrowed = toolProfile === "read_only" ? 0 : rooms.filter(({ isShared }) => isShared).length;
  const link = (text: ReactNode) => (
    <Link href={pathOf(id, "/test")} className="font-medium underline underline-offset-4">
      {text}
    </Link>
  );
  const done = isSaved ? "saved" : switched === "on" && isEnabled ? "enabled" : null;
  return (
    <div className="grid gap-3 empty:hidden">
      {done ? (
        <Notice tone="good" role="status">
          {t(done)}
        </Notice>
      ) : null}
      {isEnabled ? null : (
        <section aria-label={t("disabledLabel")} className="card border-warn/30 p-5">
          <p className="font-medium">{t("disabled")}</p>
          <p className="mt-1 mb-4 text-dense text-ink-2 text-pretty">{t("disabledText")}</p>
          <SwitchForm connectorId={id} isEnabled={false} look="primary" />
        </section>
      )}
      {isEnabled && !hasRuns ? <Notice>{t.rich("untested", { link })}</Notice> : null}
      {narrowed > 0 ? <Notice tone="warn">{t("sharedRooms", { count: narrowed })}</Notice> : null}
    </div>
  );
}
