"use client";

import { BellRing } from "lucide-react";
import { startTransition, useState } from "react";
import { Scripted } from "@/app/_ui/controls/scripted";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { Notice } from "@/app/_ui/page/notice";
import { addPushDevice } from "../actions";

const WORKER = "/push-worker.js";

interface TurnOnPushProps {
  publicKey: string;
  isOn: boolean;
  texts: Readonly<Record<"turnOn" | "failed" | "unsupported" | "denied", string>>;
}

/** Asks for the permission when the button is pressed, never before. */
export function TurnOnPush({ publicKey, isOn, texts }: TurnOnPushProps) {
  const form = useForm(addPushDevice);
  const [hasFailed, setFailed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<NotificationPermission | null>(null);
  const isBrowser = useIsBrowser();
  const permission = answer ?? (isBrowser ? readPermission() : null);
  if (permission === "unsupported" || permission === "denied") return <Notice>{texts[permission]}</Notice>;
  if (isOn && permission !== "default") return null;

  async function send(data: FormData) {
    setFailed(false);
    setAsking(true);
    try {
      const given = await Notification.requestPermission();
      setAnswer(given);
      if (given !== "granted") return;
      const { endpoint, keys } = await subscribeBrowser(publicKey);
      for (const [name, value] of Object.entries({ endpoint, ...keys })) data.set(name, value ?? "");
      startTransition(() => form.send(data));
    } catch {
      setFailed(true);
    } finally {
      setAsking(false);
    }
  }

  return (
    <Scripted>
      <ActionForm
        form={{ ...form, isPending: form.isPending || isAsking, send: (data) => void send(data) }}
        failed={texts.failed}
        className="grid justify-items-start"
      >
        <div role="status" className="has-[*]:mb-3">
          {hasFailed ? <Notice tone="warn">{texts.failed}</Notice> : null}
        </div>
        <SubmitButton look="plain" icon={<BellRing aria-hidden />}>
          {texts.turnOn}
        </SubmitButton>
      </ActionForm>
    </Scripted>
  );
}

function readPermission(): NotificationPermission | "unsupported" {
  const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  return isSupported ? Notification.permission : "unsupported";
}

/** A subscription of someone who used this browser before ends here, also one under an earlier key of the service. */
async function subscribeBrowser(applicationServerKey: string): Promise<PushSubscriptionJSON> {
  await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
}
