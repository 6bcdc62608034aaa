import type { ReactNode } from "react";

/** A part of a real screen as a picture: its buttons and links do nothing, and its caption says what it shows. */
export function Crop({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <div inert className="card overflow-hidden shadow-float select-none">
        {children}
      </div>
      <figcaption className="mt-2 text-xs text-ink-3">{caption}</figcaption>
    </figure>
  );
}
