import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  text?: string | undefined;
  children?: ReactNode;
}

/** Explains what the empty list is for and offers the next step. */
export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="card flex flex-col items-center px-6 py-14 text-center">
      <span className="grid size-11 place-items-center rounded-card border border-line bg-muted text-ink-2">
        <Icon aria-hidden className="size-5" />
      </span>
      <h2 className="mt-4 font-semibold">{title}</h2>
      {text ? <p className="mt-1 max-w-md text-ink-2 text-pretty">{text}</p> : null}
      {children ? <div className="mt-5">{children}</div> : null}
    </div>
  );
}
