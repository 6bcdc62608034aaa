import { messagesLayout } from "@/app/_ui/messages-layout";

export default messagesLayout(({ rooms, files, roomTasks }) => ({ rooms, files, roomTasks }));
