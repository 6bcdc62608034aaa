import { useTranslations } from "next-intl";

const CAUSES = [
  "timeout",
  "connection_failed",
  "dns_failed",
  "tls_failed",
  "target_refused",
  "too_large",
  "encoded",
  "secret_unreadable",
] as const;

export function Cause({ failure }: { failure: string }) {
  const t = useTranslations("auditStreams.causes");
  const [, kind = "", status, code] = /^((?:status_)?(\d{3})?[a-z_]*)(?: ([A-Za-z_]{1,60}))?$/.exec(failure) ?? [];
  const known = CAUSES.find((cause) => cause === kind);
  return (
    <>
      {status === undefined ? t(known ?? "other") : t("status", { status })}
      {code === undefined ? null : <span className="ms-2 font-mono text-xs">{code}</span>}
    </>
  );
}
