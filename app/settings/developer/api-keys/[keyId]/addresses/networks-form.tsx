"use client";

import { keyPath } from "@/app/_links";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { useForm } from "@/app/_ui/form/use-form";
import type { KeySummary } from "@/lib/api-keys/key-summary";
import { saveNetworks } from "../../actions";
import { NetworksField } from "../../networks-field";

interface NetworksFormProps {
  apiKey: Pick<KeySummary, "id" | "allowedNetworks">;
  address: string | null;
  failed: string;
  submit: string;
}

export function NetworksForm({ apiKey: { id, allowedNetworks }, address, failed, submit }: NetworksFormProps) {
  const form = useForm(saveNetworks);
  return (
    <ActionForm form={form} failed={failed} hidden={{ keyId: id }} className="grid gap-5">
      <NetworksField address={address} defaultValue={form.values ?? allowedNetworks.join("\n")} />
      <FormButtons submit={submit} cancelHref={keyPath(id)} />
    </ActionForm>
  );
}
