import { messagesLayout } from "@/app/_ui/messages-layout";

export default messagesLayout(({ auditLog: { views } }) => ({ auditLog: { views } }));
