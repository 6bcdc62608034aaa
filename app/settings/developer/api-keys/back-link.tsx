import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";

/** To the list, or to the key whose name it carries. */
export function BackLink({ apiKey }: { apiKey?: { id: string; name: string } }) {
  const t = useTranslations("keys");
  return (
    <Link
      href={`/settings/developer/api-keys${apiKey ? `/${apiKey.id}` : ""}`}
      className="mb-2 inline-flex min-h-6 items-center gap-1.5 rounded-control text-dense text-ink-2 hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-3.5" />
      {apiKey?.name ?? t("title")}
    </Link>
  );
}
