import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Adds the texts of the client components in this area. */
export default async function ConnectorsLayout({ children }: { children: ReactNode }) {
  const { ui, connectorForms, agentRunForms, problems } = await getMessages();
  const { proxy_needs_public, profile_shared_room } = problems;
  return (
    <NextIntlClientProvider
      messages={{ ui, connectorForms, agentRunForms, problems: { proxy_needs_public, profile_shared_room } }}
    >
      {children}
    </NextIntlClientProvider>
  );
}
