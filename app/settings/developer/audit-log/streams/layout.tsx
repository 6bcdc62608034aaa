import { messagesLayout } from "@/app/_ui/page/messages-layout";

export default messagesLayout(({ auditStreams: { form, kinds, formats, reveal, actions } }) => ({
  auditStreams: { form, kinds, formats, reveal, actions },
}));
