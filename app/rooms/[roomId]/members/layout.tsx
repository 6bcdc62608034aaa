import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Adds what the client components of this tab say. */
export default async function MembersLayout({ children }: { children: ReactNode }) {
  const { ui, roles, roomMembers } = await getMessages();
  return <NextIntlClientProvider messages={{ ui, roles, roomMembers }}>{children}</NextIntlClientProvider>;
}
