import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Adds the messages of this tab's client components. */
export default async function TasksLayout({ children }: { children: ReactNode }) {
  const { ui, rooms, files, roomTasks } = await getMessages();
  return <NextIntlClientProvider messages={{ ui, rooms, files, roomTasks }}>{children}</NextIntlClientProvider>;
}
