"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { streamPath } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { RevealOnce } from "@/app/_ui/shown/reveal-once";

export function RevealSigningSecret({ id, signingSecret }: { id: string; signingSecret: string }) {
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
