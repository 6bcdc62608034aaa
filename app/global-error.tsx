"use client";

import NextsOwn from "next/dist/client/components/builtin/global-error";
import { NextIntlClientProvider, useTranslations } from "next-intl";
import { useState } from "react";
import { FailedDocument, type FailedPageProps } from "./_ui/page/failed-page";
import { readKeptTexts } from "./_ui/shown/kept-texts";

/**
 * An error of the root layout while Next's client refreshes an open page: the texts and the look are those of that page. While a
 * page is loaded, the front door answers instead, and Next without it keeps its own way (decision 9).
 */
export default function GlobalError({ error }: Pick<FailedPageProps, "error">) {
  const texts = readKeptTexts();
  if (texts === null) return <NextsOwn error={error} />;
  return (
    <NextIntlClientProvider {...texts} timeZone="UTC">
      <RootFailure reference={error.digest} />
    </NextIntlClientProvider>
  );
}

function RootFailure({ reference }: { reference: string | undefined }) {
  const t = useTranslations("ui.error");
  const [root] = useState(readRoot);
  return (
    <html {...root}>
      <body>
        <title>{t("title")}</title>
        <main className="grid min-h-dvh px-6">
          <FailedDocument reference={reference} />
        </main>
      </body>
    </html>
  );
}

/** React takes the attributes of the root layout from the element before it sets these. */
function readRoot() {
  const { lang, dir, className, style, dataset } = document.documentElement;
  return {
    lang,
    dir,
    className,
    style: Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)])),
    "data-theme": dataset["theme"],
  };
}
