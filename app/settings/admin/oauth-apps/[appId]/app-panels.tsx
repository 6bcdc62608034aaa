import { useTranslations } from "next-intl";
import { Copyable } from "@/app/_ui/copyable";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { Panel } from "@/app/_ui/panel";
import { ScopeList } from "@/app/_ui/scope-list";
import type { AppSummary, SecretSummary } from "@/lib/oauth/apps-query";
import { endOverlapNow } from "../actions";
import { AppFacts } from "./app-facts";
import { SecretList } from "./secret-list";

interface AppPanelsProps {
  app: AppSummary;
  secrets: readonly SecretSummary[];
  now: string;
}

export function AppPanels({ app, secrets, now }: AppPanelsProps) {
  const t = useTranslations("apps");
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid gap-6">
        <AppFacts app={app} now={now} />
        <Panel id="redirect-uris" title={t("redirectUris.title")}>
          <ul className="grid gap-1 text-dense">
            {app.redirectUris.map((uri) => (
              <li key={uri}>
                <Copyable text={uri} label={t("redirectUris.one")} />
              </li>
            ))}
          </ul>
          <p className="mt-2 text-xs text-ink-3">{t("redirectUris.hint")}</p>
        </Panel>
        {app.clientType === "confidential" ? (
          <Panel id="secrets" title={t("secrets.title")}>
            <SecretList secrets={secrets} />
            {secrets.some(({ expiresAt }) => expiresAt !== null) ? <EndOverlap appId={app.id} /> : null}
          </Panel>
        ) : null}
      </div>
      <Panel id="scopes" title={t("allowedScopes")}>
        <ScopeList scopes={app.allowedScopes} />
      </Panel>
    </div>
  );
}

/** Ends a leaked secret at once, without another rotation. */
function EndOverlap({ appId }: { appId: string }) {
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
