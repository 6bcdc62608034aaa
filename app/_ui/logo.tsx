import { mergeClasses } from "./merge-classes";

/** Two rooms and the door between them. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={mergeClasses("size-6 text-accent-solid", className)}>
      <rect width="24" height="24" rx="6.5" fill="currentColor" />
      <path
        d="M6.75 6.75h10.5v10.5H6.75z M12 6.75v3.5 M12 13.75v3.5"
        fill="none"
        stroke="#fff"
        strokeWidth="1.75"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
