"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CLIENTS_PATH } from "@/app/_links";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { ChoiceCards } from "@/app/_ui/form/choice-cards";
import { TextField } from "@/app/_ui/form/field";
import { useForm } from "@/app/_ui/form/use-form";
import { ACTOR_TYPES } from "@/lib/oauth/apps/choices";
import { ScopesField } from "../../scopes-field";
import { type ApprovalValues, approve } from "../actions";

interface ApprovalFormProps {
  documentId: string;
  seen: string;
  name: string;
  isAgain: boolean;
  scopes: readonly string[];
  /** null: the document needs none. */
  port: number | null;
}

export function ApprovalForm({ documentId, seen, name, isAgain, scopes, port }: ApprovalFormProps) {
  const [t, form] = [useTranslations("clients"), useForm<never, ApprovalValues>(approve)];
  const [start] = useState(
    () => form.values ?? { actorType: "agent", allowedScopes: [...scopes], callbackPort: String(port ?? "") },
  );
  return (
    <ActionForm
      form={form}
      failed={t("approveFailed")}
      hidden={{ documentId, seen }}
      noValidate
      aria-label={t("approveTitle", { name })}
      className="max-w-3xl divide-y divide-line -mt-6 [&>*]:py-6"
    >
      {isAgain ? null : <Choices start={start} />}
      {port === null ? null : (
        <TextField
          name="callbackPort"
          label={t("port")}
          hint={t("portHint")}
          defaultValue={start.callbackPort}
          inputMode="numeric"
        />
      )}
      <FormButtons submit={t(isAgain ? "approveAgain" : "approve")} cancelHref={CLIENTS_PATH} />
    </ActionForm>
  );
}

function Choices({ start }: { start: Omit<ApprovalValues, "seen"> }) {
  const [t, texts] = [useTranslations("clients"), useTranslations("appForm")];
  const [actorType, setActorType] = useState(start.actorType);
  const [chosen, setChosen] = useState<readonly string[]>(start.allowedScopes);
  return (
    <>
      <ChoiceCards
        name="actorType"
        legend={texts("actor")}
        values={ACTOR_TYPES}
        textsOf={(type) => ({ label: texts(`actors.${type}.title`), text: texts(`actors.${type}.text`) })}
        chosen={actorType}
        onChoose={setActorType}
        className="grid gap-2 sm:grid-cols-2"
      />
      <div className="grid gap-2">
        <ScopesField chosen={chosen} onChange={setChosen} />
        <p className="text-dense text-ink-3">{t("scopesHint")}</p>
      </div>
    </>
  );
}
