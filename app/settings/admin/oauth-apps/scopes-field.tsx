"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/controls/button";
import { Scripted } from "@/app/_ui/controls/scripted";
import { FieldGroup } from "@/app/_ui/form/field";
import { ScopeMatrix } from "@/app/_ui/shown/scope-matrix";
import { SCOPES } from "@/lib/access/scopes";

interface ScopesProps {
  chosen: readonly string[];
  onChange: (scopes: string[]) => void;
}

export function ScopesField({ chosen, onChange }: ScopesProps) {
  const t = useTranslations("appForm");
  const toggle = (changed: readonly string[], isOn: boolean) => {
    const others = chosen.filter((scope) => !changed.includes(scope));
    onChange(isOn ? [...others, ...changed] : others);
  };
  return (
    <div>
      <FieldGroup id="allowedScopes" legend={t("scopes")}>
        <Scripted className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => onChange(SCOPES.filter((scope) => scope.endsWith(":read")))}>
            {t("allReads")}
          </Button>
          <Button size="small" onClick={() => onChange([...SCOPES])}>
            {t("allScopes")}
          </Button>
          <Button size="small" onClick={() => onChange([])}>
            {t("noScopes")}
          </Button>
        </Scripted>
        <ScopeMatrix offered={SCOPES} chosen={new Set(chosen)} onToggle={toggle} />
      </FieldGroup>
    </div>
  );
}
