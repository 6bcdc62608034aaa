import Link from "next/link";
import { useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { CONNECTORS_PATH } from "../paths";

interface OwnerLinksProps {
  owners: readonly { id: string; kind: "user" | "organization"; name: string }[];
  currentId: string;
}

/** Whose connector it becomes decides which rooms there are to choose from. */
export function OwnerLinks({ owners, currentId }: OwnerLinksProps) {
  const t = useTranslations("connectors");
  if (owners.length < 2) return null;
  return (
    <nav aria-label={t("ownerLabel")} className="mb-4 flex flex-wrap items-center gap-2 text-dense">
      <span className="text-ink-2">{t("ownerLabel")}</span>
      {owners.map(({ id, kind, name }) => (
        <Link
          key={id}
          href={`${CONNECTORS_PATH}/new?owner=${encodeURIComponent(id)}`}
          aria-current={id === currentId ? "true" : undefined}
          className={mergeClasses(
            "inline-flex h-7 max-w-full items-center truncate rounded-full border border-line px-3 text-ink-2 hover:border-line-strong hover:text-ink",
            id === currentId && "border-accent bg-accent-soft font-medium text-accent",
          )}
        >
          {kind === "user" ? t("ownArea") : name}
        </Link>
      ))}
    </nav>
  );
}
