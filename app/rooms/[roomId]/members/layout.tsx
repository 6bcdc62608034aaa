import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Adds the texts of the client components in this tab. */
export default async function MembersLayout({ children }: { children: ReactNode }) {
  const { ui, roles, roomMembers } = await getMessages();
  return <NextIntlClientProvider messages={{ ui, roles, roomMembers }}>{children}</NextIntlClientProvider>;
}
