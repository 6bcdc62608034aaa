/** Icons of lucide as one path each: every message of a thread has three of them. */
const PATHS = {
  react: "M13.267 2.08a10 10 0 108.653 8.653M15 10V9M16 5h6M16.472 15a6 6 0 01-8.943 0M19 2v6M9 10V9",
  reply: "M20 18v-2a4 4 0 0 0-4-4H4M9 17l-5-5 5-5",
  more: "M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0",
} as const;

export function ToolIcon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-4"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
