"use client";

import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";

interface ErrorSummaryProps {
  title: string;
  problems: readonly { field: string; message: string }[];
  /** The action's result by identity: focus moves once for each result, not on each render. */
  result: unknown;
}

/** Takes focus when a result arrives, lists the errors and links to their fields. */
export function ErrorSummary({ title, problems, result }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void result;
    box.current?.focus();
  }, [result]);
  if (problems.length === 0) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex gap-2.5 rounded-control border border-bad/35 bg-bad-soft p-3 text-dense text-bad"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div>
        <p className="font-medium">{title}</p>
        <ul>
          {problems.map(({ field, message }) => (
            <li key={`${field}:${message}`}>
              {field ? (
                <a href={`#${field}`} className="underline underline-offset-2">
                  {message}
                </a>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
