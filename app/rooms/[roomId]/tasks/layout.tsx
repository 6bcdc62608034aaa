import { messagesLayout } from "@/app/_ui/messages-layout";

export default messagesLayout(({ files, roomTasks }) => ({ files, roomTasks }));
