import { messagesLayout } from "@/app/_ui/messages-layout";

export default messagesLayout(({ reference: { run } }) => ({ reference: { run } }));
