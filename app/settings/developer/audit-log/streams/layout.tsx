import { messagesLayout } from "@/app/_ui/messages-layout";

export default messagesLayout(({ auditStreams: { form, kinds, formats, reveal, actions, ownArea } }) => ({
  auditStreams: { form, kinds, formats, reveal, actions, ownArea },
}));
