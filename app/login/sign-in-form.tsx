"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { SubmitButton } from "@/app/_ui/submit-button";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import { type SignInState, signIn } from "./actions";

const IDLE: SignInState = { kind: "idle" };
/** Where the error summary leads to. */
const FIELD_OF = { incomplete: "email", refused: "email", limited: "", unavailable: "" } as const;

export function SignInForm({ callbackUrl }: { callbackUrl: string }) {
  const t = useTranslations("signIn");
  const [state, action, isPending] = useActionState(signIn, IDLE);
  const problems = state.kind === "idle" ? [] : [{ field: FIELD_OF[state.kind], message: describeProblem(t, state) }];
  return (
    <ActionForm action={action} className="grid gap-4" noValidate>
      <ErrorSummary answer={state} title={t("failed")} problems={problems} />
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
      <Field id="email" label={t("email")}>
        {(aria) => (
          <Input
            {...aria}
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            defaultValue={state.kind === "idle" ? "" : state.email}
          />
        )}
      </Field>
      <PasswordField />
      <SubmitButton isPending={isPending} className="mt-1 w-full">
        {t("submit")}
      </SubmitButton>
    </ActionForm>
  );
}

function describeProblem(
  t: ReturnType<typeof useTranslations<"signIn">>,
  state: Exclude<SignInState, { kind: "idle" }>,
): string {
  if (state.kind === "limited") return t("limited", { minutes: Math.ceil(state.retryAfterSeconds / 60) });
  return t(state.kind);
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
