import { messagesLayout } from "@/app/_ui/page/messages-layout";

export default messagesLayout(({ roomRecords }) => ({ roomRecords }));
