import { ChevronDown, type LucideIcon, SlidersHorizontal } from "lucide-react";
import Form from "next/form";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { joinClasses } from "../controls/join-classes";
import { ApplyButton } from "./apply-button";

interface FilterFormProps {
  path: string;
  clearPath?: string;
  label: string;
  apply?: string;
  clear?: string;
  isFiltered: boolean;
  isOfRows?: boolean;
  setCount?: number;
  lead?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A plain GET form: filters live in the URL. Use the filter as its key, so that one set by a link is shown too. */
export function FilterForm(props: FilterFormProps) {
  const {
    path,
    clearPath = path,
    label,
    apply,
    clear,
    isFiltered,
    isOfRows = true,
    setCount,
    lead,
    className = "mb-4",
    children,
  } = props;
  const t = useTranslations("ui.filter");
  return (
    <Form
      action={path}
      role="search"
      data-list={isOfRows ? "" : undefined}
      aria-label={label}
      className={joinClasses(
        "flex flex-wrap items-center gap-2 in-data-dense:mb-2 in-data-dense:gap-1.5 in-data-dense:lg:flex-nowrap",
        className,
      )}
    >
      {lead}
      {setCount === undefined ? null : <PhoneFold icon={SlidersHorizontal} label={t("folded", { count: setCount })} />}
      <div className={setCount === undefined ? "contents" : FOLDED_CLASS}>
        {children}
        <ApplyButton className="in-data-dense:pointer-fine:h-8 in-data-dense:pointer-fine:px-2.5 in-data-dense:pointer-fine:text-dense">
          {apply ?? t("apply")}
        </ApplyButton>
      </div>
      {isFiltered ? (
        <Link href={clearPath} className="px-1 py-1 text-dense text-ink-2 underline underline-offset-4 hover:text-ink">
          {clear ?? t("clear")}
        </Link>
      ) : null}
    </Form>
  );
}

export const FOLDED_CLASS = "contents max-sm:[details:not([open])~&]:hidden";

export function PhoneFold({ icon: Icon, label, className }: { icon: LucideIcon; label: string; className?: string }) {
  return (
    <details className="group/fold shrink-0 sm:hidden">
      <summary
        className={joinClasses(
          "flex h-9 cursor-pointer list-none items-center gap-2 field-edge rounded-control bg-surface px-3 text-dense font-medium hover:bg-muted in-data-dense:pointer-fine:h-8 pointer-coarse:h-11 [&::-webkit-details-marker]:hidden",
          className,
        )}
      >
        <Icon aria-hidden className="size-4 text-ink-3" />
        {label}
        <ChevronDown aria-hidden className="size-4 text-ink-3 transition-transform group-open/fold:rotate-180" />
      </summary>
    </details>
  );
}
