import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Adds what the client components of this area say. */
export default async function AgentRunsLayout({ children }: { children: ReactNode }) {
  const { ui, agentRunForms } = await getMessages();
  return <NextIntlClientProvider messages={{ ui, agentRunForms }}>{children}</NextIntlClientProvider>;
}
