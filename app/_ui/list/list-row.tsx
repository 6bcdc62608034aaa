import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { LinkPending } from "../controls/link-pending";
import { mergeClasses } from "../controls/merge-classes";

export const ROW_HEIGHT = "h-7.5 pointer-coarse:h-9";
export const ROW_CELL = `${ROW_HEIGHT} truncate px-3 first:ps-4`;

/** A row of a list with a pane. WebKit ignores `relative` on rows: moved by nothing, this one still holds its link. */
export function ListRow({ isOpened, children }: { isOpened: boolean; children: ReactNode }) {
  return (
    <tr
      className={mergeClasses(
        "[translate:0] transition-colors hover:bg-muted/50 has-[a[data-row]:focus-visible]:bg-muted",
        isOpened && "bg-accent-soft hover:bg-accent-soft has-[a[data-row]:focus-visible]:bg-accent-soft",
      )}
    >
      {children}
    </tr>
  );
}

interface RowLinkProps extends Pick<ComponentProps<typeof Link>, "href" | "className" | "children"> {
  /** The same in every refresh: it finds the row again, and tells new rows from known ones. */
  id: string;
  openedId: string | null;
}

/** Opens its row in the pane; the whole row is its target. While a row is open, the next one takes its place in the history. */
export function RowLink({ id, openedId, className, children, ...link }: RowLinkProps) {
  return (
    <Link
      scroll={false}
      prefetch={false}
      replace={openedId !== null}
      data-row={id}
      aria-current={id === openedId ? "true" : undefined}
      className={mergeClasses(
        "scroll-mt-24 underline-offset-4 after:absolute after:inset-0 hover:underline lg:scroll-mt-10",
        className,
      )}
      {...link}
    >
      {children}
      <LinkPending className="absolute inset-y-0 inset-s-0 w-0.5" />
    </Link>
  );
}
