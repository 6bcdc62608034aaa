"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { ActionForm } from "@/app/_ui/form/action-form";
import { Field, TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { Input } from "@/app/_ui/input";
import { Notice } from "@/app/_ui/notice";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import type { ProviderSummary } from "@/lib/accounts/providers";
import { signIn } from "./actions";

export function SignInForm({ callbackUrl }: { callbackUrl: string }) {
  const t = useTranslations("signIn");
  const form = useForm(signIn);
  return (
    <ActionForm form={form} failed={t("failed")} hidden={{ callbackUrl }} noValidate className="grid gap-4">
      <TextField
        name="email"
        label={t("email")}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={form.values ?? ""}
      />
      <PasswordField />
      <SubmitButton className="mt-1 w-full">{t("submit")}</SubmitButton>
    </ActionForm>
  );
}

/** Pasting is welcome. The toggle appears only where it works. */
function PasswordField() {
  const t = useTranslations("signIn");
  const isBrowser = useIsBrowser();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field id="password" label={t("password")}>
      {(aria) => (
        <span className="relative block">
          <Input
            {...aria}
            name="password"
            type={isShown ? "text" : "password"}
            autoComplete="current-password"
            required
            className="pr-10"
          />
          {isBrowser ? (
            <button
              type="button"
              aria-pressed={isShown}
              aria-label={t("showPassword")}
              onClick={() => setShown(!isShown)}
              className="absolute top-1 right-1 grid size-7 place-items-center rounded-[0.3125rem] text-ink-3 hover:bg-muted hover:text-ink"
            >
              <Icon aria-hidden className="size-4" />
            </button>
          ) : null}
        </span>
      )}
    </Field>
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
