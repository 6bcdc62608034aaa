import { createElement, Fragment, type ReactNode } from "react";

export function Code({ children }: { children: ReactNode }) {
  return (
    <code lang="en" className="rounded bg-muted px-1 font-mono text-xs break-all">
      {children}
    </code>
  );
}

export function CodeText({ text }: { text: string }) {
  const parts = text.split("`").map((part, index) => (index % 2 === 0 ? part : createElement(Code, null, part)));
  return createElement(Fragment, null, ...parts);
}
