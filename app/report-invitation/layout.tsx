import { messagesLayout } from "@/app/_ui/messages-layout";

export default messagesLayout(({ signIn }) => ({ signIn }));
