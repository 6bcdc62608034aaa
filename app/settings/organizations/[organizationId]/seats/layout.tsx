import { messagesLayout } from "@/app/_ui/messages-layout";

export default messagesLayout(({ organizationSettings: { seats } }) => ({ organizationSettings: { seats } }));
