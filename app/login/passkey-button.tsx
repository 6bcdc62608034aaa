"use client";

import { Fingerprint } from "lucide-react";
import { useTranslations } from "next-intl";
import { startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/app/_ui/controls/button";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { ActionForm } from "@/app/_ui/form/action-form";
import type { FormAction } from "@/app/_ui/form/define-action";
import { useForm } from "@/app/_ui/form/use-form";
import { Notice } from "@/app/_ui/page/notice";

/** The challenge of the email field expires after five minutes. */
const OFFER_AGAIN_MS = 4 * 60 * 1000;

const hasPasskeys = () => "PublicKeyCredential" in window;

async function requestPasskey(isOffer: boolean): Promise<string | null> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await import("@simplewebauthn/browser");
  if (isOffer && !(await browserSupportsWebAuthnAutofill())) return null;
  // One after the other, in all tabs: two first answers at once would each give a cookie, and the later one ends the other.
  const response = await navigator.locks.request("svc-passkey", () =>
    fetch("/api/passkeys/options", { method: "POST" }),
  );
  if (!response.ok) throw new Error(`${response.status}`);
  const optionsJSON = (await response.json()) as Parameters<typeof startAuthentication>[0]["optionsJSON"];
  return JSON.stringify(await startAuthentication({ optionsJSON, useBrowserAutofill: isOffer }));
}

interface PasskeyButtonProps {
  action: FormAction;
  callbackUrl: string;
  isOffered?: boolean;
}

export function PasskeyButton({ action, callbackUrl, isOffered = false }: PasskeyButtonProps) {
  const t = useTranslations("signIn.passkey");
  const form = useForm(action);
  const [hasFailed, setFailed] = useState(false);
  const isBrowser = useIsBrowser();
  const isAsking = useRef(false);

  function send(answer: string | null) {
    if (answer === null) return;
    const data = new FormData();
    data.set("answer", answer);
    data.set("callbackUrl", callbackUrl);
    startTransition(() => form.send(data));
  }
  const signIn = useEffectEvent(send);

  useEffect(() => {
    if (!isOffered || !hasPasskeys()) return;
    // An offer that nobody takes ends with the page, and says nothing. A second question would end the first.
    const offer = () => {
      if (!isAsking.current) void requestPasskey(true).then(signIn, () => undefined);
    };
    offer();
    const timer = setInterval(offer, OFFER_AGAIN_MS);
    return () => {
      clearInterval(timer);
      void import("@simplewebauthn/browser").then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
    };
  }, [isOffered]);

  async function ask() {
    setFailed(false);
    isAsking.current = true;
    try {
      const answer = await requestPasskey(false);
      send(answer);
    } catch {
      setFailed(true);
    } finally {
      isAsking.current = false;
    }
  }

  return isBrowser && hasPasskeys() ? (
    <ActionForm form={form} failed={t("failed")}>
      <div role="status" className="has-[*]:mb-2">
        {hasFailed ? <Notice>{t("cancelled")}</Notice> : null}
      </div>
      <Button disabled={form.isPending} className="w-full" onClick={() => void ask()}>
        <Fingerprint aria-hidden />
        {t("use")}
      </Button>
    </ActionForm>
  ) : null;
}
