"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { APPS_PATH, appPath } from "@/app/_links";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { ChoiceCards } from "@/app/_ui/form/choice-cards";
import { ErrorSummary } from "@/app/_ui/form/error-summary";
import { TextArea, TextField } from "@/app/_ui/form/field";
import { useForm } from "@/app/_ui/form/use-form";
import type { AppSummary } from "@/lib/oauth/apps/apps-query";
import { ACTOR_TYPES, APP_NAME_MAX_LENGTH, CLIENT_TYPES, REDIRECT_URIS_MAX } from "@/lib/oauth/apps/choices";
import type { ClientKeys } from "@/lib/oauth/apps/client-keys";
import { isClientUrl } from "@/lib/oauth/client-documents/client-url";
import { type AppFormValues, edit, register } from "./actions";
import { RevealSecret } from "./reveal-secret";
import { RiskList } from "./risk-list";
import { ScopesField } from "./scopes-field";

const NEW: AppFormValues = {
  name: "",
  developerName: "",
  websiteUrl: "",
  clientType: "public",
  actorType: "user",
  allowedScopes: ["me:read", "rooms:read"],
  redirectUris: [],
  keys: "",
  seenAt: "",
};

export function AppForm({ app }: { app?: AppSummary }) {
  const t = useTranslations("appForm");
  const form = useForm<Registered | Stale, AppFormValues>(app ? edit : register);
  const { state } = form;
  const typed = state.kind === "stale" ? state.values : form.values;
  const [start] = useState<AppFormValues>(() => readStart(typed, app));
  const [draft, setDraft] = useState(start);
  const hasDocument = app !== undefined && isClientUrl(app.clientId);
  if (state.kind === "registered") {
    const { id, clientId, name, secret } = state.app;
    return <RevealSecret title={t("registeredTitle", { name })} appId={id} clientId={clientId} secret={secret} />;
  }
  return (
    <ActionForm
      form={form}
      failed={t("failed", { count: form.problems.length })}
      hidden={{ appId: app?.id ?? "", seenAt: start.seenAt }}
      noValidate
      className="max-w-3xl divide-y divide-line -mt-6 [&>*]:py-6"
    >
      {state.kind === "stale" && app ? <StaleNotice result={state} appId={app.id} /> : null}
      {hasDocument ? null : (
        <>
          <Names start={start} />
          <Types chosen={draft} onChoose={(choice) => setDraft({ ...draft, ...choice })} isFixed={app !== undefined} />
          <TextArea
            name="redirectUris"
            label={t("redirectUris")}
            hint={t("redirectUrisHint")}
            rows={Math.min(REDIRECT_URIS_MAX, Math.max(3, start.redirectUris.length + 1))}
            defaultValue={start.redirectUris.join("\n")}
            onChange={({ currentTarget }) =>
              setDraft({ ...draft, redirectUris: currentTarget.value.split("\n").filter((line) => line.trim() !== "") })
            }
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            wrap="off"
            placeholder="https://app.example.com/oauth/callback"
            className={CODE_AREA}
          />
          <KeysField start={start} app={app} isPublic={draft.clientType === "public"} />
        </>
      )}
      <ScopesField chosen={draft.allowedScopes} onChange={(allowedScopes) => setDraft({ ...draft, allowedScopes })} />
      <RiskList app={draft} />
      <FormButtons submit={t(app ? "submitEdit" : "submitNew")} cancelHref={app ? appPath(app.id) : APPS_PATH} />
    </ActionForm>
  );
}

type Registered = Extract<Awaited<ReturnType<typeof register>>, { kind: "registered" }>;
type Stale = Extract<Awaited<ReturnType<typeof edit>>, { kind: "stale" }>;

/** Client type and actor of an existing app never come from the form. */
function readStart(typed: AppFormValues | null, app: AppSummary | undefined): AppFormValues {
  if (!app) return typed ?? NEW;
  const { clientType, actorType, websiteUrl, updatedAt } = app;
  return typed
    ? { ...typed, clientType, actorType }
    : { ...app, websiteUrl: websiteUrl ?? "", keys: writeKeysText(app.keys), seenAt: updatedAt };
}

function writeKeysText(keys: ClientKeys | null): string {
  if (keys === null) return "";
  return "jwksUri" in keys ? keys.jwksUri : JSON.stringify({ keys: keys.jwks }, null, 2);
}

function StaleNotice({ result, appId }: { result: Stale; appId: string }) {
  const t = useTranslations("appForm");
  return (
    <div className="grid gap-2">
      <ErrorSummary result={result} title={t("stale")} problems={[{ field: "", message: t("staleHint") }]} />
      <Link href={`${appPath(appId)}/edit`} target="_blank" className="text-dense underline underline-offset-4">
        {t("staleLink")}
      </Link>
    </div>
  );
}

const CODE_AREA = "control h-auto resize-y overflow-x-auto py-2 font-mono text-dense";

interface KeysFieldProps {
  start: AppFormValues;
  app: AppSummary | undefined;
  isPublic: boolean;
}

function KeysField({ start, app, isPublic }: KeysFieldProps) {
  const t = useTranslations("appForm");
  const isBrowser = useIsBrowser();
  if (app ? app.keys === null : isPublic && isBrowser) return null;
  return (
    <TextArea
      name="keys"
      label={t(app ? "keysFixed" : "keys")}
      hint={t("keysHint")}
      rows={4}
      defaultValue={start.keys}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      wrap="off"
      placeholder="https://app.example.com/jwks.json"
      className={CODE_AREA}
    />
  );
}

function Names({ start }: { start: AppFormValues }) {
  const t = useTranslations("appForm");
  const maxLength = APP_NAME_MAX_LENGTH * 2;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField name="name" label={t("name")} maxLength={maxLength} defaultValue={start.name} />
      <TextField
        name="developerName"
        label={t("developer")}
        hint={t("developerHint")}
        maxLength={maxLength}
        defaultValue={start.developerName}
      />
      <TextField name="websiteUrl" label={t("website")} type="url" defaultValue={start.websiteUrl} />
    </div>
  );
}

interface TypesProps {
  chosen: Pick<AppFormValues, "clientType" | "actorType">;
  onChoose: (choice: Partial<AppFormValues>) => void;
  isFixed: boolean;
}

function Types({ chosen, onChoose, isFixed }: TypesProps) {
  const t = useTranslations("appForm");
  return (
    <div className="grid gap-5">
      <ChoiceCards
        name="clientType"
        legend={t("type")}
        values={CLIENT_TYPES}
        textsOf={(type) => ({ label: t(`types.${type}.title`), text: t(`types.${type}.text`), disabled: isFixed })}
        chosen={chosen.clientType}
        onChoose={(clientType) => onChoose({ clientType })}
        className="grid gap-2 sm:grid-cols-2"
      />
      <ChoiceCards
        name="actorType"
        legend={t("actor")}
        values={ACTOR_TYPES}
        textsOf={(type) => ({ label: t(`actors.${type}.title`), text: t(`actors.${type}.text`), disabled: isFixed })}
        chosen={chosen.actorType}
        onChoose={(actorType) => onChoose({ actorType })}
        className="grid gap-2 sm:grid-cols-2"
      />
      {isFixed ? <p className="text-dense text-ink-2">{t("fixed")}</p> : null}
    </div>
  );
}
