import { useTranslations } from "next-intl";
import type { RequestRow } from "@/lib/requests/request-row";

export function RequestActor({ actor: { credential, person } }: Pick<RequestRow, "actor">) {
  const t = useTranslations("requests.who");
  const [via, name] = [credential, person].map((named) => named && (named.name ?? named.id));
  if (via && name) return t("via", { person: name, credential: via });
  return via ?? name ?? t("unknown");
}
