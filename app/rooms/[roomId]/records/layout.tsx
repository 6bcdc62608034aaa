import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Adds the messages of this tab's client components. */
export default async function RecordsLayout({ children }: { children: ReactNode }) {
  const { ui, rooms, roomRecords, agentRunForms } = await getMessages();
  return (
    <NextIntlClientProvider messages={{ ui, rooms, roomRecords, agentRunForms }}>{children}</NextIntlClientProvider>
  );
}
