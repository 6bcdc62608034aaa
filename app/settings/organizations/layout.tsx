import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Adds what the client components of this area say. */
export default async function OrganizationsLayout({ children }: { children: ReactNode }) {
  const { ui, roles, organizationSettings } = await getMessages();
  return <NextIntlClientProvider messages={{ ui, roles, organizationSettings }}>{children}</NextIntlClientProvider>;
}
