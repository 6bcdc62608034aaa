import type { ReactNode } from "react";

export function FactList({ children }: { children: ReactNode }) {
  return <dl className="grid divide-y divide-line text-dense">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 py-1.5">
      <dt className="w-36 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 flex-1 basis-44">{children}</dd>
    </div>
  );
}

export function FigureList({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4">{children}</dl>;
}

export function Figure({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd>
        <span className="block text-lg font-semibold">{children}</span>
        <span className="block text-xs text-ink-3">{note}</span>
      </dd>
    </div>
  );
}
