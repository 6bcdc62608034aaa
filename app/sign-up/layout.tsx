import { messagesLayout } from "@/app/_ui/page/messages-layout";

export default messagesLayout(({ signIn, signUp }) => ({ signIn, signUp }));
