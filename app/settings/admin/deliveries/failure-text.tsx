import { useTranslations } from "next-intl";
import type { LastFailure } from "@/lib/admin/health/troubled-host";

export function FailureText({ failure: { diagnosis, statusCode } }: { failure: LastFailure }) {
  const t = useTranslations("deliveries.diagnosis");
  return (
    <>
      {statusCode === null ? null : <span className="me-1.5 font-mono text-xs">HTTP {statusCode}</span>}
      {t(`${diagnosis}.title`)}
    </>
  );
}
