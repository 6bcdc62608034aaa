import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Adds what the client components of this area say. */
export default async function ConnectorsLayout({ children }: { children: ReactNode }) {
  const { ui, connectorForms, agentRunForms } = await getMessages();
  return <NextIntlClientProvider messages={{ ui, connectorForms, agentRunForms }}>{children}</NextIntlClientProvider>;
}
