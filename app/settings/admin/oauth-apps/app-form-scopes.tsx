"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { FieldError } from "@/app/_ui/field";
import { ScopeMatrix } from "@/app/_ui/scope-matrix";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import { SCOPES } from "@/lib/access/scopes";

interface AppFormScopesProps {
  chosen: readonly string[];
  onChange: (scopes: string[]) => void;
  error: string | undefined;
}

export function AppFormScopes({ chosen, onChange, error }: AppFormScopesProps) {
  const t = useTranslations("appForm");
  const isBrowser = useIsBrowser();
  const toggle = (scope: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, scope] : chosen.filter((other) => other !== scope));
  return (
    <fieldset id="allowedScopes" tabIndex={-1}>
      <legend className="float-left text-dense font-medium">{t("scopes")}</legend>
      <p className="clear-left pt-1 text-dense text-ink-3">{t("scopesHint")}</p>
      <div className="mt-3 grid gap-2 empty:hidden">
        <FieldError id="allowedScopes" error={error} />
        {isBrowser ? (
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => onChange(SCOPES.filter((scope) => scope.endsWith(":read")))}>
              {t("allReads")}
            </Button>
            <Button size="small" onClick={() => onChange([...SCOPES])}>
              {t("allScopes")}
            </Button>
            <Button size="small" onClick={() => onChange([])}>
              {t("noScopes")}
            </Button>
          </div>
        ) : null}
      </div>
      <ScopeMatrix chosen={new Set(chosen)} onToggle={toggle} describedBy={error ? "allowedScopes-error" : undefined} />
    </fieldset>
  );
}
