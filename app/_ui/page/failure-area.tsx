import { type ReactNode, Suspense } from "react";
import { markFrame } from "@/lib/platform/page-answer";
import { DrawnFailure } from "./failed-page";

const DEPTHS = { service: 0, half: 1, room: 2 } as const;

/**
 * A frame around its page. When the page has failed, and this is the innermost frame that could be drawn, the server draws
 * the page again and the failure in its place.
 */
export function FailureArea({ frame, children }: { frame: keyof typeof DEPTHS; children: ReactNode }) {
  const reference = markFrame(DEPTHS[frame]);
  if (reference === null) return children;
  const failure = <DrawnFailure reference={reference} heading={frame === "room" ? "h2" : "h1"} />;
  const content = frame === "service" ? <main className="grid min-h-[60dvh] px-6">{failure}</main> : failure;
  return <Suspense fallback={content}>{children}</Suspense>;
}
