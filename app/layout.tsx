import { CSPProvider } from "@base-ui/react/csp-provider";
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { readTheme, THEME_COOKIE } from "./_ui/theme";
import "./globals.css";

const sans = localFont({ src: "./_fonts/geist-latin.woff2", variable: "--font-geist-sans", weight: "400 700" });
const mono = localFont({ src: "./_fonts/geist-mono-latin.woff2", variable: "--font-geist-mono", weight: "400 700" });

/** Every page carries the request's nonce and the reader's language and theme: none is made ahead. */
export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("ui");
  return { title: { default: t("product"), template: `%s · ${t("product")}` }, robots: { index: false } };
}

export const viewport: Viewport = { colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, messages, cookieStore] = await Promise.all([getLocale(), getMessages(), cookies()]);
  const theme = readTheme(cookieStore.get(THEME_COOKIE)?.value);
  // Only what client components say; the rest is said on the server.
  const { ui, signIn, keyForm, appForm, sections } = messages;
  return (
    <html
      lang={locale}
      className={`${sans.variable} ${mono.variable}`}
      {...(theme === "system" ? {} : { "data-theme": theme })}
    >
      <body>
        <NextIntlClientProvider locale={locale} messages={{ ui, signIn, keyForm, appForm, sections }} timeZone="UTC">
          <CSPProvider disableStyleElements>{children}</CSPProvider>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
