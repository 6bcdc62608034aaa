import { queueMails } from "./queue-mails";
import { raiseNotifications } from "./raise-notifications";

/** Writes what is due, and queues the mails of it. False: there is more. */
export async function notifyPeople(): Promise<boolean> {
  await raiseNotifications();
  return queueMails();
}
