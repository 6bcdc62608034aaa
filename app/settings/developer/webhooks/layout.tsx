import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Adds what the client components of this area say. */
export default async function WebhooksLayout({ children }: { children: ReactNode }) {
  const { ui, webhookForms, deliveries, webhooks } = await getMessages();
  const { charts } = webhooks;
  return (
    <NextIntlClientProvider messages={{ ui, webhookForms, deliveries, webhooks: { charts } }}>
      {children}
    </NextIntlClientProvider>
  );
}
