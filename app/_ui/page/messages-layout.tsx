import { type AbstractIntlMessages, type Messages, NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

export function messagesLayout(pick: (messages: Messages) => AbstractIntlMessages) {
  return async ({ children }: { children: ReactNode }) => {
    const messages = await getMessages();
    return (
      <NextIntlClientProvider messages={{ ui: messages.ui, ...pick(messages) }}>{children}</NextIntlClientProvider>
    );
  };
}
