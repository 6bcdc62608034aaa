import { messagesLayout } from "@/app/_ui/page/messages-layout";

export default messagesLayout(({ files, roomTasks }) => ({ files, roomTasks }));
