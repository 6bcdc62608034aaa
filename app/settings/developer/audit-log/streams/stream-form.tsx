"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { STREAMS_PATH, streamPath } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { ChoiceCard } from "@/app/_ui/form/choice-cards";
import { FieldGroup, TextField } from "@/app/_ui/form/field";
import { TargetField } from "@/app/_ui/form/url-field";
import { useForm } from "@/app/_ui/form/use-form";
import { RevealOnce } from "@/app/_ui/shown/reveal-once";
import { STREAM_FORMATS, STREAM_KINDS } from "@/lib/audit-log/streams/choices";
import { checkUrl, create } from "./actions";
import type { StreamFormValues } from "./form-values";

const START: StreamFormValues = {
  kind: "https",
  format: "ndjson",
  url: "",
  bucket: "",
  prefix: "",
  region: "",
  accessKeyId: "",
};

export function StreamForm({ owner }: { owner: string }) {
  const t = useTranslations("auditStreams");
  const form = useForm(create);
  const [initial] = useState(form.values ?? START);
  const [chosen, setKind] = useState(initial.kind);
  const check = useCallback((url: string) => checkUrl({ kind: chosen, url }), [chosen]);
  if (form.state.kind === "created") return <RevealSigningSecret {...form.state} />;
  return (
    <ActionForm
      form={form}
      failed={t("form.failed", { count: form.problems.length })}
      noValidate
      className="group grid max-w-2xl gap-5"
    >
      <input type="hidden" name="owner" value={owner} />
      <FieldGroup id="kind" legend={t("form.kind")}>
        {STREAM_KINDS.map((kind) => (
          <ChoiceCard
            key={kind}
            name="kind"
            value={kind}
            defaultChecked={kind === initial.kind}
            onChange={() => setKind(kind)}
            label={t(`kinds.${kind}`)}
            text={t(`form.kindTexts.${kind}`)}
          />
        ))}
      </FieldGroup>
      <FieldGroup id="format" legend={t("form.format")}>
        {STREAM_FORMATS.map((format) => (
          <ChoiceCard
            key={format}
            name="format"
            value={format}
            defaultChecked={format === initial.format}
            label={t(`formats.${format}`)}
            text={t(`form.formatTexts.${format}`)}
          />
        ))}
      </FieldGroup>
      <TargetField
        label={t("form.url")}
        hint={t("form.urlHint")}
        placeholder="https://audit.example.com/rows"
        initial={initial.url}
        check={check}
        words={{ fine: t("form.urlFine"), unchecked: t("form.urlUnchecked") }}
      />
      <BucketFields initial={initial} />
      <FormButtons submit={t("form.submit")} cancelHref={STREAMS_PATH} />
    </ActionForm>
  );
}

/** Shown by the chosen kind alone, without a script. */
function BucketFields({ initial }: { initial: StreamFormValues }) {
  const t = useTranslations("auditStreams.form");
  const code = { spellCheck: false, autoCapitalize: "none", className: "font-mono text-dense" };
  return (
    <fieldset className="hidden min-w-0 gap-4 group-has-[input[value=s3]:checked]:grid">
      <legend className="mb-2 text-dense font-medium">{t("bucketTitle")}</legend>
      <TextField {...code} name="bucket" label={t("bucket")} defaultValue={initial.bucket} />
      <TextField {...code} name="prefix" label={t("prefix")} hint={t("prefixHint")} defaultValue={initial.prefix} />
      <TextField {...code} name="region" label={t("region")} defaultValue={initial.region} />
      <TextField {...code} name="accessKeyId" label={t("accessKeyId")} defaultValue={initial.accessKeyId} />
      <TextField {...code} name="secretAccessKey" type="password" label={t("secretAccessKey")} hint={t("secretHint")} />
    </fieldset>
  );
}

function RevealSigningSecret({ id, signingSecret }: { id: string; signingSecret: string }) {
  const t = useTranslations("auditStreams.reveal");
  const router = useRouter();
  const isBrowser = useIsBrowser();
  const next = streamPath(id, "?done=created");
  return (
    <>
      <RevealOnce
        title={t("title")}
        label={t("label")}
        secret={signingSecret}
        warning={t("warning")}
        snippets={[{ label: t("env"), code: `SVC_AUDIT_STREAM_SECRET=${signingSecret}` }]}
        onDone={() => router.push(next)}
      />
      {isBrowser ? null : (
        <LinkButton look="primary" href={next} className="mt-4">
          {t("goOn")}
        </LinkButton>
      )}
    </>
  );
}
