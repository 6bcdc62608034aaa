import type { ReactNode } from "react";
import { joinClasses } from "../controls/join-classes";

export interface CodeFrameProps {
  label: string;
  /** Shown in place of the label, which must differ from that of every other block of the page. */
  caption?: string;
  wraps?: boolean;
}

/** Long lines scroll inside. The region takes focus, so that the keyboard can scroll it. */
export function CodeFrame(props: CodeFrameProps & { copy: ReactNode; children: ReactNode }) {
  const { label, caption = label, wraps = false, copy, children } = props;
  const region = joinClasses("overflow-x-auto p-3", wraps && "max-h-96 overflow-y-auto");
  return (
    <figure className="overflow-hidden rounded-control border border-line bg-muted">
      <figcaption className="flex min-h-9 items-center justify-between gap-2 border-b border-line pe-1 ps-3 text-xs text-ink-2">
        <span className="min-w-0 py-1.5">{caption}</span>
        {copy}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label} className={region}>
        <pre className={joinClasses("font-mono text-dense", wraps && "whitespace-pre-wrap")}>
          <code>{children}</code>
        </pre>
      </section>
    </figure>
  );
}
