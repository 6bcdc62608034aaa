import { messagesLayout } from "@/app/_ui/messages-layout";

export default messagesLayout(({ clients, appForm, keyForm }) => ({ clients, appForm, keyForm }));
