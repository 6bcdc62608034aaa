import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Adds what the client components of this tab say. */
export default async function RecordsLayout({ children }: { children: ReactNode }) {
  const { ui, rooms, roomRecords, agentRunForms } = await getMessages();
  return (
    <NextIntlClientProvider messages={{ ui, rooms, roomRecords, agentRunForms }}>{children}</NextIntlClientProvider>
  );
}
