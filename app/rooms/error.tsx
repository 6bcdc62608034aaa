"use client";

import { FailedPage, type FailedPageProps } from "@/app/_ui/page/failed-page";

export default function ErrorWithinFrame(props: FailedPageProps) {
  return <FailedPage {...props} />;
}
