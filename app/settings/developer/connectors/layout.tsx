import { messagesLayout } from "@/app/_ui/page/messages-layout";

export default messagesLayout(({ connectorForms, agentRunForms, problems }) => {
  const { proxy_needs_public, profile_shared_room } = problems;
  return { connectorForms, agentRunForms, problems: { proxy_needs_public, profile_shared_room } };
});
