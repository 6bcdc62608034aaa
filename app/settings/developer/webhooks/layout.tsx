import { messagesLayout } from "@/app/_ui/page/messages-layout";

export default messagesLayout(({ webhookForms, deliveries, webhooks: { charts }, problems }) => {
  const { header_name_invalid, header_reserved, header_transport } = problems;
  return {
    webhookForms,
    deliveries,
    webhooks: { charts },
    problems: { header_name_invalid, header_reserved, header_transport },
  };
});
