"use client";

import { FailedPage, type FailedPageProps } from "@/app/_ui/page/failed-page";

/** Within the frame, below the room's own heading. */
export default function ErrorWithinFrame(props: FailedPageProps) {
  return <FailedPage {...props} heading="h2" />;
}
