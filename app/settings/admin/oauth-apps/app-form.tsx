"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { SubmitButton } from "@/app/_ui/submit-button";
import { APP_NAME_MAX_LENGTH, type AppSummary } from "@/lib/oauth/app";
import { type AppFormState, type AppFormValues, edit, register } from "./actions";
import { AppFormScopes } from "./app-form-scopes";
import { AppFormTypes } from "./app-form-types";
import { APPS_PATH, appPath } from "./paths";
import { RedirectUriField } from "./redirect-uri-field";
import { RevealSecret } from "./reveal-secret";
import { RiskList } from "./risk-list";

const IDLE: AppFormState = { kind: "idle" };
const NEW: AppFormValues = {
  name: "",
  developerName: "",
  websiteUrl: "",
  clientType: "public",
  actorType: "user",
  allowedScopes: ["me:read", "rooms:read"],
  redirectUris: [],
  seenAt: "",
};

/** Registers, or edits the app that is given. */
export function AppForm({ app }: { app?: AppSummary }) {
  const t = useTranslations("appForm");
  const router = useRouter();
  const [state, action, isPending] = useActionState(app ? edit : register, IDLE);
  const [start] = useState<AppFormValues>(
    state.kind === "invalid" || state.kind === "stale"
      ? { ...state.values, ...(app ? { clientType: app.clientType, actorType: app.actorType } : {}) }
      : app
        ? { ...app, websiteUrl: app.websiteUrl ?? "", seenAt: app.updatedAt }
        : NEW,
  );
  const [draft, setDraft] = useState(start);
  if (state.kind === "registered") {
    const { id, clientId, name, secret } = state.app;
    return (
      <RevealSecret
        title={t("registeredTitle", { name })}
        clientId={clientId}
        secret={secret}
        onDone={() => router.push(appPath(id))}
      />
    );
  }
  const problems =
    state.kind === "invalid"
      ? state.problems.map(({ field, reason, line }) => ({ field, message: t(`problems.${reason}`, { line }) }))
      : [];
  const findError = (field: string) => problems.find((problem) => problem.field === field)?.message;
  return (
    <ActionForm action={action} noValidate className="card max-w-3xl divide-y divide-line [&>*]:p-5">
      <input type="hidden" name="appId" value={app?.id ?? ""} />
      <input type="hidden" name="seenAt" value={start.seenAt} />
      {problems.length > 0 ? (
        <div>
          <ErrorSummary answer={state} title={t("failed", { count: problems.length })} problems={problems} />
        </div>
      ) : null}
      {state.kind === "stale" && app ? <Stale answer={state} appId={app.id} /> : null}
      <Names start={start} findError={findError} />
      <AppFormTypes
        chosen={draft}
        onChoose={(choice) => setDraft({ ...draft, ...choice })}
        isFixed={app !== undefined}
        findError={findError}
      />
      <RedirectUriField
        start={start.redirectUris}
        onChange={(redirectUris) => setDraft({ ...draft, redirectUris })}
        problems={problems}
      />
      <AppFormScopes
        chosen={draft.allowedScopes}
        onChange={(allowedScopes) => setDraft({ ...draft, allowedScopes })}
        error={findError("allowedScopes")}
      />
      <RiskList app={draft} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton isPending={isPending}>{t(app ? "submitEdit" : "submitNew")}</SubmitButton>
        <LinkButton look="quiet" href={app ? appPath(app.id) : APPS_PATH}>
          {t("cancel")}
        </LinkButton>
      </div>
    </ActionForm>
  );
}

function Stale({ answer, appId }: { answer: object; appId: string }) {
  const t = useTranslations("appForm");
  return (
    <div className="grid gap-2">
      <ErrorSummary answer={answer} title={t("stale")} problems={[{ field: "", message: t("staleHint") }]} />
      <Link href={`${appPath(appId)}/edit`} target="_blank" className="text-dense underline underline-offset-4">
        {t("staleLink")}
      </Link>
    </div>
  );
}

function Names({ start, findError }: { start: AppFormValues; findError: (field: string) => string | undefined }) {
  const t = useTranslations("appForm");
  const maxLength = APP_NAME_MAX_LENGTH * 2;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field id="name" label={t("name")} hint={t("nameHint")} error={findError("name")}>
        {(aria) => <Input {...aria} name="name" autoComplete="off" maxLength={maxLength} defaultValue={start.name} />}
      </Field>
      <Field id="developerName" label={t("developer")} hint={t("developerHint")} error={findError("developerName")}>
        {(aria) => (
          <Input
            {...aria}
            name="developerName"
            autoComplete="off"
            maxLength={maxLength}
            defaultValue={start.developerName}
          />
        )}
      </Field>
      <Field id="websiteUrl" label={t("website")} hint={t("websiteHint")} error={findError("websiteUrl")}>
        {(aria) => <Input {...aria} name="websiteUrl" type="url" autoComplete="off" defaultValue={start.websiteUrl} />}
      </Field>
    </div>
  );
}
