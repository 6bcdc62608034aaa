"use client";

import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";

export interface FieldProblem {
  /** The id of the field; empty when the problem is the form's. */
  field: string;
  message: string;
}

interface ErrorSummaryProps {
  title: string;
  problems: readonly FieldProblem[];
  /** What the server said, as it came: the focus moves once for each answer, not for each drawing of the page. */
  answer: object;
}

/** Takes the focus when the answer arrives, says what is wrong, and leads to each field. */
export function ErrorSummary({ title, problems, answer }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void answer;
    box.current?.focus();
  }, [answer]);
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
