import { messagesLayout } from "@/app/_ui/messages-layout";

export default messagesLayout(({ rooms, roomRecords, agentRunForms }) => ({ rooms, roomRecords, agentRunForms }));
