import { messagesLayout } from "@/app/_ui/page/messages-layout";

export default messagesLayout(({ cliApproval: { codeLabel, codeHint, continue: submit, failed } }) => ({
  cliApproval: { codeLabel, codeHint, continue: submit, failed },
}));
