import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { en } from "@/lib/i18n/messages/en";
import { ja } from "@/lib/i18n/messages/ja";
import { StateNotice, Waiting } from "./stream-status";

const [SINCE, NEXT] = ["2026-06-09T12:00:00.000Z", "2026-06-09T12:40:00.000Z"];

const LANGUAGES = [
  ["en", en],
  ["ja", ja],
] as const;

test.each(LANGUAGES)("in %s a stream whose destination is away says since when", (locale, messages) => {
  const render = (shown: ReactNode) =>
    renderToStaticMarkup(
      <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC" now={new Date(NEXT)}>
        {shown}
      </NextIntlClientProvider>,
    );
  const stream = {
    state: "failing",
    pausedReason: null,
    failingSince: new Date(SINCE),
    nextAttemptAt: new Date(NEXT),
  } as const;
  const notice = render(<StateNotice stream={stream} />);
  for (const time of [SINCE, NEXT]) expect(notice).toContain(`dateTime="${time}"`);
  expect(render(<Waiting backlog={{ rows: 7, oldest: new Date(SINCE) }} />)).toContain(`dateTime="${SINCE}"`);
});
