import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Adds the texts of the client components in this area. */
export default async function OrganizationsLayout({ children }: { children: ReactNode }) {
  const { ui, roles, organizationSettings } = await getMessages();
  return <NextIntlClientProvider messages={{ ui, roles, organizationSettings }}>{children}</NextIntlClientProvider>;
}
