"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { webhookPath } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { useForm } from "@/app/_ui/form/use-form";
import { RevealOnce } from "@/app/_ui/shown/reveal-once";
import { spellForStandardWebhooks } from "@/lib/webhooks/signing/standard-spelling";
import { recreate } from "./actions";

interface RevealSecretProps {
  title: string;
  secret: string;
  /** The next secret of a rotation: it is accepted beside the current one. */
  isNext?: boolean;
  /** Code that checks deliveries, drawn by the server. */
  verifier: ReactNode;
  nextHref: string;
  onDone?: () => void;
}

export function RevealSecret({ title, secret, isNext = false, verifier, nextHref, onDone }: RevealSecretProps) {
  const t = useTranslations("webhookForms.reveal");
  const router = useRouter();
  const isBrowser = useIsBrowser();
  const variable = isNext ? "SVC_WEBHOOK_SECRET_NEXT" : "SVC_WEBHOOK_SECRET";
  return (
    <>
      <RevealOnce
        title={title}
        label={t(isNext ? "nextLabel" : "label")}
        secret={secret}
        warning={t("warning")}
        snippets={[
          { label: t("env"), code: `${variable}=${secret}` },
          { label: t("standard"), code: `${variable}=${spellForStandardWebhooks(secret)}` },
        ]}
        more={
          <section aria-label={t("verifier")} className="grid grid-cols-1 gap-2">
            <h3 className="text-dense font-medium">{t("verifier")}</h3>
            {verifier}
          </section>
        }
        onDone={onDone ?? (() => router.push(nextHref))}
      />
      {isBrowser ? null : (
        <LinkButton look="primary" href={nextHref} className="mt-4">
          {t("goOn")}
        </LinkButton>
      )}
    </>
  );
}

interface RecreateFormProps {
  webhookId: string;
  name: string;
  verifier: ReactNode;
}

export function RecreateForm({ webhookId, name, verifier }: RecreateFormProps) {
  const t = useTranslations("webhookForms");
  const form = useForm(recreate);
  if (form.state.kind === "recreated") {
    const { id, secret } = form.state.registered;
    const href = webhookPath(id, `?replaces=${webhookId}`);
    return <RevealSecret title={t("recreatedTitle", { name })} secret={secret} verifier={verifier} nextHref={href} />;
  }
  return (
    <ActionForm form={form} failed={t("recreateFailed")} hidden={{ webhookId }} className="grid gap-4">
      <FormButtons submit={t("recreate")} cancelHref={webhookPath(webhookId)} />
    </ActionForm>
  );
}
