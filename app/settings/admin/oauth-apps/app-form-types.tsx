"use client";

import { useTranslations } from "next-intl";
import { ChoiceCard } from "@/app/_ui/form/choice-card";
import { FieldGroup } from "@/app/_ui/form/field";
import { ACTOR_TYPES, CLIENT_TYPES } from "@/lib/oauth/app";

interface AppFormTypesProps {
  chosen: { clientType: string; actorType: string };
  onChoose: (choice: { clientType: string } | { actorType: string }) => void;
  /** After registration neither can be changed. */
  isFixed: boolean;
}

export function AppFormTypes({ chosen, onChoose, isFixed }: AppFormTypesProps) {
  const t = useTranslations("appForm");
  return (
    <div className="grid gap-5">
      <FieldGroup id="clientType" legend={t("type")}>
        <div className="grid gap-2 sm:grid-cols-2">
          {CLIENT_TYPES.map((clientType) => (
            <ChoiceCard
              key={clientType}
              name="clientType"
              value={clientType}
              label={t(`types.${clientType}.title`)}
              text={t(`types.${clientType}.text`)}
              checked={chosen.clientType === clientType}
              disabled={isFixed}
              onChange={() => onChoose({ clientType })}
            />
          ))}
        </div>
      </FieldGroup>
      <FieldGroup id="actorType" legend={t("actor")}>
        <div className="grid gap-2 sm:grid-cols-2">
          {ACTOR_TYPES.map((actorType) => (
            <ChoiceCard
              key={actorType}
              name="actorType"
              value={actorType}
              label={t(`actors.${actorType}.title`)}
              text={t(`actors.${actorType}.text`)}
              checked={chosen.actorType === actorType}
              disabled={isFixed}
              onChange={() => onChoose({ actorType })}
            />
          ))}
        </div>
      </FieldGroup>
      {isFixed ? <p className="text-dense text-ink-2">{t("fixed")}</p> : null}
    </div>
  );
}
