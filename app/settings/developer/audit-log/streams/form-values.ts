import { readField } from "@/app/_ui/form/read-field";
import type { StreamFormat } from "@/lib/audit-log/streams/choices";
import type { CreateStream } from "@/lib/audit-log/streams/stream";

/** The form's values without the secret access key, which is never sent back. */
export type StreamFormValues = ReturnType<typeof readValues>;

export function readValues(form: FormData) {
  return {
    kind: form.get("kind") === "s3" ? ("s3" as const) : ("https" as const),
    format: readField(form, "format"),
    url: readField(form, "url"),
    bucket: readField(form, "bucket"),
    prefix: readField(form, "prefix"),
    region: readField(form, "region"),
    accessKeyId: readField(form, "accessKeyId"),
  };
}

/** The format is unchecked: the verb refuses others. */
export function toInput(form: FormData): CreateStream {
  const { kind, url, format, ...bucket } = readValues(form);
  const common = { url, format: format as StreamFormat };
  if (kind === "https") return { kind, ...common };
  return { kind, ...common, ...bucket, secretAccessKey: readField(form, "secretAccessKey") };
}
