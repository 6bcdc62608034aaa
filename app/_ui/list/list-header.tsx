import type { ReactNode } from "react";

interface ListHeaderProps {
  title: string;
  children?: ReactNode;
}

export function ListHeader({ title, children }: ListHeaderProps) {
  return (
    <header className="mb-2 flex min-h-8 flex-wrap items-start gap-x-4 gap-y-2">
      <h1 className="text-lg leading-8 font-semibold tracking-tight">{title}</h1>
      <div className="flex min-h-8 flex-wrap items-center gap-2 empty:hidden sm:ms-auto [&>[role=status]]:mb-0">
        {children}
      </div>
    </header>
  );
}
