"use client";

import { Fingerprint } from "lucide-react";
import { useTranslations } from "next-intl";
import { startTransition, useState } from "react";
import { confirmPath } from "@/app/_links";
import { ActionForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { Notice } from "@/app/_ui/page/notice";
import { add, begin } from "./actions";

type Failure = "known" | "cancelled" | "failed";

const FAILURES: Readonly<Record<string, Failure>> = { InvalidStateError: "known", NotAllowedError: "cancelled" };

/** null: the person first confirms who they are, on another page. */
async function requestPasskey(): Promise<string | null> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = await begin(null);
  if (optionsJSON === "unproven") {
    window.location.assign(confirmPath("/settings/account#passkeys"));
    return null;
  }
  if (optionsJSON === null) throw new Error("no options");
  return JSON.stringify(await startRegistration({ optionsJSON }));
}

interface AddPasskeyProps {
  suggestedName: string;
  nameMaxLength: number;
}

export function AddPasskey({ suggestedName, nameMaxLength }: AddPasskeyProps) {
  const t = useTranslations("ui.passkeys");
  const form = useForm(add);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isAsking, setAsking] = useState(false);

  async function send(data: FormData) {
    setFailure(null);
    setAsking(true);
    try {
      const answer = await requestPasskey();
      if (answer === null) return;
      data.set("answer", answer);
      startTransition(() => form.send(data));
    } catch (error) {
      setFailure(FAILURES[error instanceof Error ? error.name : ""] ?? "failed");
    } finally {
      setAsking(false);
    }
  }

  return (
    <ActionForm
      form={{ ...form, isPending: form.isPending || isAsking, send: (data) => void send(data) }}
      failed={t("notAdded")}
      className="grid gap-4"
    >
      <div>
        <div role="status" className="has-[*]:mb-4">
          {failure ? <Notice tone="warn">{t(failure)}</Notice> : null}
        </div>
        <TextField
          name="passkeyName"
          label={t("name")}
          defaultValue={suggestedName}
          maxLength={nameMaxLength}
          required
        />
      </div>
      <SubmitButton look="plain" icon={<Fingerprint aria-hidden />} className="justify-self-start">
        {t("add")}
      </SubmitButton>
    </ActionForm>
  );
}
