import type { ReactNode } from "react";

export function FactList({ children }: { children: ReactNode }) {
  return <dl className="card grid divide-y divide-line text-dense [&>*]:px-5">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 py-1.5">
      <dt className="w-36 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 flex-1 basis-44">{children}</dd>
    </div>
  );
}
