import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import type { RequestRow } from "@/lib/requests/request-row";

export function RequestStatus({ status }: { status: number }) {
  const Icon = status >= 500 ? CircleX : status >= 400 ? CircleAlert : CircleCheck;
  return (
    <span
      className={joinClasses(
        "inline-flex items-center align-middle gap-1.5 whitespace-nowrap tabular-nums",
        status >= 500 ? "text-bad" : status >= 400 ? "text-warn" : "text-good",
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={2.25} />
      {status}
    </span>
  );
}

export function RequestActor({ actor: { credential, person } }: Pick<RequestRow, "actor">) {
  const t = useTranslations("requests.who");
  const [via, name] = [credential, person].map((named) => named && (named.name ?? named.id));
  if (via && name) return t("via", { person: name, credential: via });
  return via ?? name ?? t("unknown");
}
