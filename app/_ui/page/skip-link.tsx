export function SkipLink({ children }: { children: string }) {
  return (
    <a
      href="#content"
      className="sr-only z-50 rounded-control bg-accent-solid px-4 py-2 font-medium text-white focus:not-sr-only focus:fixed focus:top-3 focus:inset-s-3"
    >
      {children}
    </a>
  );
}
