import { messagesLayout } from "@/app/_ui/page/messages-layout";

export default messagesLayout(({ organizationSettings: { seats } }) => ({ organizationSettings: { seats } }));
