import { type AbstractIntlMessages, type Messages, NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** A layout that adds messages of the client components below it; those of `ui` are among them. */
export function messagesLayout(pick: (messages: Messages) => AbstractIntlMessages) {
  return async ({ children }: { children: ReactNode }) => {
    const messages = await getMessages();
    return (
      <NextIntlClientProvider messages={{ ui: messages.ui, ...pick(messages) }}>{children}</NextIntlClientProvider>
    );
  };
}
