import { CSPProvider } from "@base-ui/react/csp-provider";
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { directionOf } from "@/lib/i18n/locale";
import { findZone, ZONE_COOKIE } from "@/lib/i18n/zone";
import { brand, brandPath, listBrandTokens, PREVIEW_SIZE } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { readTheme, THEME_COOKIE } from "@/lib/platform/theme";
import { KeepTexts } from "./_ui/shown/kept-texts";
import { ZoneProvider } from "./_ui/shown/zone";
import "./globals.css";
import "./hues.css";

const sans = localFont({ src: "./_fonts/geist-latin.woff2", variable: "--font-geist-sans", weight: "400 700" });
const mono = localFont({ src: "./_fonts/geist-mono-latin.woff2", variable: "--font-geist-mono", weight: "400 700" });

/** Every page carries the request's nonce and the reader's language and theme: none is made ahead. */
export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("ui");
  const { name, tagline } = brand();
  const preview = { ...PREVIEW_SIZE, url: brandPath("og.png"), alt: `${name}: ${tagline ?? t("tagline")}` };
  return {
    metadataBase: new URL(env().SVC_BASE_URL),
    applicationName: name,
    title: { default: name, template: `%s · ${name}` },
    description: t("description"),
    robots: { index: false },
    manifest: "/manifest.webmanifest",
    icons: {
      icon: [
        { url: brandPath("mark.svg"), type: "image/svg+xml" },
        { url: brandPath("icon-32.png"), type: "image/png", sizes: "32x32" },
      ],
      apple: brandPath("icon-180.png"),
    },
    openGraph: { type: "website", siteName: name, images: preview },
    twitter: { card: "summary_large_image" },
  };
}

export const viewport: Viewport = {
  colorScheme: "light dark",
  // The keyboard of a phone shrinks the page, so that the field being written in stays above it.
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f7f7f8" },
    { media: "(prefers-color-scheme: dark)", color: "#0b0c0e" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, messages, cookieStore] = await Promise.all([getLocale(), getMessages(), cookies()]);
  const theme = readTheme(cookieStore.get(THEME_COOKIE)?.value);
  const zone = findZone(cookieStore.get(ZONE_COOKIE)?.value);
  const { ui, signIn, keyForm, sections } = messages;
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      className={`${sans.variable} ${mono.variable}`}
      style={listBrandTokens(brand())}
      {...(theme === "system" ? {} : { "data-theme": theme })}
    >
      <body>
        <NextIntlClientProvider locale={locale} messages={{ ui, signIn, keyForm, sections }} timeZone="UTC">
          <KeepTexts />
          <CSPProvider disableStyleElements>
            <ZoneProvider zone={zone}>{children}</ZoneProvider>
          </CSPProvider>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
