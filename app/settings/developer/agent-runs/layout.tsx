import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Adds the texts of the client components in this area. */
export default async function AgentRunsLayout({ children }: { children: ReactNode }) {
  const { ui, agentRunForms } = await getMessages();
  return <NextIntlClientProvider messages={{ ui, agentRunForms }}>{children}</NextIntlClientProvider>;
}
