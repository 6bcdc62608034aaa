import type { ReactNode } from "react";

interface SectionProps {
  id: string;
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

export function Section({ id, title, aside, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

export function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="card">
      <h2 id={id} className="border-b border-line px-5 py-3 font-semibold">
        {title}
      </h2>
      <div className="px-5 py-4">{children}</div>
    </section>
  );
}
