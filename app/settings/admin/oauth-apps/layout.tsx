import { messagesLayout } from "@/app/_ui/page/messages-layout";

export default messagesLayout(({ clients, appForm, keyForm }) => ({ clients, appForm, keyForm }));
