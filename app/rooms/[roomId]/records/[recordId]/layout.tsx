import { messagesLayout } from "@/app/_ui/page/messages-layout";

export default messagesLayout(({ roomRecords, recordComments, messages }) => {
  const { mention, hint, length, sending, sendAgain, backToField, edited, emoji, change } = messages;
  return {
    roomRecords,
    recordComments,
    messages: {
      mention,
      hint,
      length,
      sending,
      sendAgain,
      backToField,
      edited,
      emoji,
      change: { saving: change.saving },
    },
  };
});
