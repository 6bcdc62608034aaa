"use client";

import { FailedPage, type FailedPageProps } from "@/app/_ui/page/failed-page";

/** Within the frame: the navigation stays. */
export default function ErrorWithinFrame(props: FailedPageProps) {
  return <FailedPage {...props} />;
}
