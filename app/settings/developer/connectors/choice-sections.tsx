"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ChoiceCards } from "@/app/_ui/form/choice-cards";
import { FieldError } from "@/app/_ui/form/field";
import { Checkbox } from "@/app/_ui/form/input";
import { useFieldError } from "@/app/_ui/form/use-form";
import { NETWORK_MODES, SESSION_STRATEGIES, TOOL_PROFILES } from "@/lib/agents/connectors/choices";
import type { SessionStrategy } from "@/lib/agents/connectors/connector";
import type { PrivateReach } from "@/lib/agents/connectors/private-targets";
import type { ConnectorFormParts } from "./use-connector-form";

export interface AcceptedNetwork {
  baseUrl: string;
  public: boolean;
  proxy: boolean;
}

interface NetworkSectionProps {
  form: ConnectorFormParts;
  accepted: AcceptedNetwork | null;
  privateReach: PrivateReach;
}

export function NetworkSection({ form, accepted, privateReach }: NetworkSectionProps) {
  const t = useTranslations("connectorForms");
  const problems = useTranslations("problems");
  const { initial, chosen, choose, url } = form;
  const { kind } = form.verdict;
  const before = url === accepted?.baseUrl ? accepted : null;
  const isProxied = chosen.networkMode === "public_with_proxy";
  const isRefused = form.problems.some(({ field }) => field === "acceptsPublic");
  const isPublic = kind === "public" || (kind === null && isRefused);
  const sendsPlainToken = url.toLowerCase().startsWith("http:");
  return (
    <div className="grid gap-4">
      <ChoiceCards
        name="networkMode"
        legend={t("networkMode")}
        hint={`${t("networkModeHint")} ${t(`privateReach.${privateReach}`)}`}
        values={NETWORK_MODES}
        textsOf={(mode) => ({ label: t(`networkModes.${mode}.title`), text: t(`networkModes.${mode}.text`) })}
        chosen={chosen.networkMode}
        onChoose={choose("networkMode")}
        error={kind === "private" && isProxied ? problems("proxy_needs_public") : undefined}
      />
      <div className="grid gap-3 empty:hidden">
        {isPublic && !before?.public ? (
          <Warning id="acceptsPublic" isAccepted={initial.acceptsPublic}>
            {t("acceptsPublic.text")} {sendsPlainToken ? t("acceptsPublic.plain") : null}
          </Warning>
        ) : null}
        {isProxied && kind !== "private" && !before?.proxy ? (
          <Warning id="acceptsProxy" isAccepted={initial.acceptsProxy}>
            {t("acceptsProxy.text")}
          </Warning>
        ) : null}
      </div>
    </div>
  );
}

interface WarningProps {
  id: "acceptsPublic" | "acceptsProxy";
  isAccepted: boolean;
  children: ReactNode;
}

function Warning({ id, isAccepted, children }: WarningProps) {
  const t = useTranslations("connectorForms");
  const error = useFieldError(id);
  return (
    <div className="grid gap-2 rounded-control border border-warn/30 bg-warn-soft p-3 text-dense">
      <p className="flex gap-2.5 text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="text-pretty">{children}</span>
      </p>
      <label className="flex gap-2.5 font-medium">
        <Checkbox
          id={id}
          name={id}
          defaultChecked={isAccepted}
          aria-describedby={error ? `${id}-error` : undefined}
          className="mt-0.5"
        />
        {t(`${id}.accept`)}
      </label>
      <FieldError id={id} />
    </div>
  );
}

export function ToolSection({ form, meetsOthers }: { form: ConnectorFormParts; meetsOthers: boolean }) {
  const t = useTranslations("connectorForms");
  const problems = useTranslations("problems");
  const { chosen, choose } = form;
  const clashes = meetsOthers && chosen.toolProfile !== "read_only";
  return (
    <ChoiceCards
      name="toolProfile"
      legend={t("toolProfile")}
      hint={t("toolProfileHint")}
      values={TOOL_PROFILES}
      textsOf={(profile) => ({
        label: t(`toolProfiles.${profile}.title`),
        text: t.rich(`toolProfiles.${profile}.text`, { code: (text) => <code className="font-mono">{text}</code> }),
      })}
      chosen={chosen.toolProfile}
      onChoose={choose("toolProfile")}
      error={clashes ? problems("profile_shared_room") : undefined}
    />
  );
}

/** §4 rule 1, as a gateway would see them. */
const EXAMPLE_KEYS: Record<SessionStrategy, string> = {
  room: "svc:room:room_01h2x…",
  thread: "svc:room:room_01h2x…:thread:msg_01h9k…",
  record: "svc:record:rec_01h7q…",
  user: "svc:user:usr_01h4c…",
};

export function SessionSection({ form: { chosen, choose } }: { form: ConnectorFormParts }) {
  const t = useTranslations("connectorForms");
  return (
    <ChoiceCards
      name="sessionStrategy"
      legend={t("sessionStrategy")}
      hint={t("sessionStrategyHint")}
      values={SESSION_STRATEGIES}
      textsOf={(strategy) => ({
        label: t(`sessionStrategies.${strategy}.title`),
        text: (
          <>
            {t(`sessionStrategies.${strategy}.text`)}{" "}
            <code className="font-mono break-all">{EXAMPLE_KEYS[strategy]}</code>
          </>
        ),
      })}
      chosen={chosen.sessionStrategy}
      onChoose={choose("sessionStrategy")}
    />
  );
}
