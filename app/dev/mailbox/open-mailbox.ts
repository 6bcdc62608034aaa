import { headers } from "next/headers";
import { readClientAddress } from "@/lib/accounts/sessions/session";
import { isSameMachine } from "@/lib/accounts/sign-in/read-demo-people";
import { env } from "@/lib/platform/env";

/**
 * Mails hold links that let people in. A mailbox that nobody asked for is shown on the developer's own machine alone;
 * SVC_MAILBOX=true shows it to everyone who reaches the service, and is refused in production.
 */
export async function isMailboxOpen(): Promise<boolean> {
  const { SVC_MAILBOX, isMailboxRequested } = env();
  return SVC_MAILBOX && (isMailboxRequested || isSameMachine(await readClientAddress(), await headers()));
}
