import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Adds the form's messages. */
export default async function NewRoomLayout({ children }: { children: ReactNode }) {
  const { ui, roomMembers } = await getMessages();
  return <NextIntlClientProvider messages={{ ui, roomMembers }}>{children}</NextIntlClientProvider>;
}
