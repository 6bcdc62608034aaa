"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_ui/controls/button";
import { ActionForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { PasswordField } from "@/app/_ui/form/password-field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { Notice } from "@/app/_ui/page/notice";
import type { ProviderSummary } from "@/lib/accounts/sign-in/providers";
import { signIn } from "./actions";

interface SignInFormProps {
  callbackUrl: string;
  /** null: without mail nobody can be sent a link. */
  forgotPath: string | null;
}

export function SignInForm({ callbackUrl, forgotPath }: SignInFormProps) {
  const t = useTranslations("signIn");
  const form = useForm(signIn);
  return (
    <ActionForm form={form} failed={t("failed")} hidden={{ callbackUrl }} noValidate className="grid gap-4">
      <TextField
        name="email"
        label={t("email")}
        type="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={form.values ?? ""}
      />
      <PasswordField
        label={t("password")}
        aside={
          forgotPath === null ? null : (
            <Link href={forgotPath} className="text-dense text-accent underline underline-offset-2">
              {t("forgot")}
            </Link>
          )
        }
      />
      <SubmitButton className="mt-1 w-full">{t("submit")}</SubmitButton>
    </ActionForm>
  );
}

/** Fetched and then followed: the content policy forbids forms that redirect to another origin. */
async function findProviderUrl(id: ProviderSummary["id"], callbackUrl: string): Promise<string> {
  const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
  const answer = await fetch(`/api/auth/signin/${id}`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, callbackUrl, json: "true" }),
  });
  return ((await answer.json()) as { url: string }).url;
}

export function ProviderButtons({ providers, callbackUrl }: { providers: ProviderSummary[]; callbackUrl: string }) {
  const t = useTranslations("signIn");
  const [hasFailed, setFailed] = useState(false);

  async function start(provider: ProviderSummary) {
    try {
      window.location.assign(await findProviderUrl(provider.id, callbackUrl));
    } catch {
      setFailed(true);
    }
  }

  return (
    <div className="grid gap-2">
      <div role="status">{hasFailed ? <Notice tone="warn">{t("providerFailed")}</Notice> : null}</div>
      {providers.map((provider) => (
        <Button key={provider.id} onClick={() => void start(provider)} className="w-full">
          {t("with", { provider: provider.name })}
        </Button>
      ))}
    </div>
  );
}
