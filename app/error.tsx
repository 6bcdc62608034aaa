"use client";

import { FailedPage, type FailedPageProps } from "./_ui/page/failed-page";

export default function ErrorPage(props: FailedPageProps) {
  return (
    <main className="grid min-h-[60dvh] px-6">
      <FailedPage {...props} />
    </main>
  );
}
