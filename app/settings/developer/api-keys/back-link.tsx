import { useTranslations } from "next-intl";
import { BackLink as Link } from "@/app/_ui/back-link";

/** To the list, or to the key whose name it carries. */
export function BackLink({ apiKey }: { apiKey?: { id: string; name: string } }) {
  const t = useTranslations("keys");
  return (
    <Link href={`/settings/developer/api-keys${apiKey ? `/${apiKey.id}` : ""}`}>{apiKey?.name ?? t("title")}</Link>
  );
}
