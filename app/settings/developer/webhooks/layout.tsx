import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Adds the texts of the client components in this area. */
export default async function WebhooksLayout({ children }: { children: ReactNode }) {
  const { ui, webhookForms, deliveries, webhooks, problems } = await getMessages();
  const { charts } = webhooks;
  const { header_name_invalid, header_reserved, header_transport } = problems;
  return (
    <NextIntlClientProvider
      messages={{
        ui,
        webhookForms,
        deliveries,
        webhooks: { charts },
        problems: { header_name_invalid, header_reserved, header_transport },
      }}
    >
      {children}
    </NextIntlClientProvider>
  );
}
