import Link from "next/link";
import { useTranslations } from "next-intl";

interface PageLinksProps {
  label: string;
  /** null on the first page. */
  newest: string | null;
  /** null on the last page. */
  older: string | null;
  olderText?: string;
}

export function PageLinks({ label, newest, older, olderText }: PageLinksProps) {
  const t = useTranslations("ui.pages");
  if (newest === null && older === null) return null;
  const style = "underline underline-offset-4";
  return (
    <nav aria-label={label} className="mt-4 flex gap-4 text-dense">
      {newest === null ? null : (
        <Link href={newest} className={style}>
          {t("newest")}
        </Link>
      )}
      {older === null ? null : (
        <Link href={older} className={style}>
          {olderText ?? t("older")}
        </Link>
      )}
    </nav>
  );
}
