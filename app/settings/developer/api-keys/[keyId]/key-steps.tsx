import { useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import { keyPath } from "@/app/_links";
import { StepDialog } from "@/app/_ui/controls/dialog";
import { FormButtons, PlainForm } from "@/app/_ui/form/action-form";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { TextField } from "@/app/_ui/form/field";
import { LastUseNotice } from "@/app/_ui/page/last-use-notice";
import { Time } from "@/app/_ui/shown/time";
import { readClientAddress } from "@/lib/accounts/sessions/session";
import { KEY_BUDGET_MAX } from "@/lib/api-keys/api-key";
import type { KeySummary } from "@/lib/api-keys/key-summary";
import { env } from "@/lib/platform/env";
import { writeClientAddress } from "@/lib/platform/networks";
import { revoke, saveBudget, saveNetworks } from "../actions";
import { listEndpoints } from "../endpoints";
import { NetworksField } from "../networks-field";
import { RotateForm } from "../reveal-key";

const STEPS = ["revoke", "rotate", "addresses", "budget"] as const;

export const findKeyStep = (name: string) => STEPS.find((step) => step === name);

interface StepProps {
  apiKey: KeySummary;
}

/** Once rotated a key cannot be again, and its step still shows the new key. The others change usable keys only. */
export function KeyStep({ step, apiKey, used }: StepProps & { step: (typeof STEPS)[number]; used: number | null }) {
  const t = useTranslations("keys");
  if (!apiKey.isUsable && step !== "rotate") return null;
  const { id, name } = apiKey;
  const texts = { revoke: "revoke", rotate: "rotate", addresses: "networks", budget: "budget" } as const;
  return (
    <StepDialog key={step} backHref={keyPath(id)} title={t(`${texts[step]}.heading`, { name })}>
      {step === "revoke" ? <Revoke apiKey={apiKey} /> : null}
      {step === "rotate" ? <Rotate apiKey={apiKey} /> : null}
      {step === "addresses" ? <Networks apiKey={apiKey} /> : null}
      {step === "budget" ? <Budget apiKey={apiKey} used={used} /> : null}
    </StepDialog>
  );
}

function Revoke({ apiKey: { id, name, lastUsedAt } }: StepProps) {
  const t = useTranslations("keys.revoke");
  const form = useTranslations("keyForm");
  return (
    <>
      <p className="text-ink-2 text-pretty">{t("consequence")}</p>
      <LastUseNotice at={lastUsedAt} never={t("neverUsed")} used={(time) => t.rich("lastUsed", { time })} />
      <ConfirmForm
        action={revoke}
        hidden={{ keyId: id }}
        name={name}
        failed={form("revokeFailed")}
        submit={form("revoke")}
        cancelHref={keyPath(id)}
      />
    </>
  );
}

function Rotate({ apiKey: { id, name, rotationRefusal, renewedExpiry } }: StepProps) {
  const t = useTranslations("keys.rotate");
  const problems = useTranslations("problems");
  return (
    <>
      <p className="text-ink-2 text-pretty">{t("explanation")}</p>
      <p className="text-dense text-ink-2">
        {renewedExpiry
          ? t.rich("newExpires", { time: () => <Time value={renewedExpiry} style="date" /> })
          : t("newNeverExpires")}
      </p>
      <RotateForm
        keyId={id}
        name={name}
        endpoints={listEndpoints()}
        baseUrl={env().SVC_BASE_URL}
        refusal={rotationRefusal && problems(`key_${rotationRefusal}`)}
      />
    </>
  );
}

async function Networks({ apiKey: { id, allowedNetworks } }: StepProps) {
  const [t, address] = await Promise.all([getTranslations("keys.networks"), readClientAddress()]);
  return (
    <>
      <p className="text-ink-2 text-pretty">{t("explanation")}</p>
      <PlainForm action={saveNetworks} failed={t("failed")} hidden={{ keyId: id }} className="grid gap-5">
        <NetworksField address={writeClientAddress(address)} defaultValue={allowedNetworks.join("\n")} />
        <FormButtons submit={t("submit")} cancelHref={keyPath(id)} />
      </PlainForm>
    </>
  );
}

async function Budget({ apiKey: { id, monthlyUnitsMax }, used }: StepProps & { used: number | null }) {
  const [t, format] = await Promise.all([getTranslations("keys.budget"), getFormatter()]);
  return (
    <>
      <p className="text-ink-2 text-pretty">{t("explanation")}</p>
      {used === null ? null : <p className="text-dense text-ink-2">{t("now", { used: format.number(used) })}</p>}
      <PlainForm action={saveBudget} failed={t("failed")} hidden={{ keyId: id }} className="grid gap-5">
        <TextField
          name="budget"
          label={t("label")}
          hint={t("hint")}
          type="number"
          inputMode="numeric"
          min={1}
          max={KEY_BUDGET_MAX}
          defaultValue={monthlyUnitsMax ?? ""}
          className="max-w-48"
        />
        <FormButtons submit={t("submit")} cancelHref={keyPath(id)} />
      </PlainForm>
    </>
  );
}
