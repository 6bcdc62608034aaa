import { messagesLayout } from "@/app/_ui/messages-layout";

export default messagesLayout(({ tenants: { suspension } }) => ({ tenants: { suspension } }));
