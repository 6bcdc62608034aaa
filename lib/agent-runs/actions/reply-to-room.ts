import { randomBytes } from "node:crypto";
import { z } from "zod";
import { ACTION_PROFILES } from "../../connectors/connector";
import { createMessage } from "../../messages/create";
import { AGENT_INSTRUCTION_MAX_LENGTH, UNITS } from "../../platform/limits";
import { text } from "../../platform/text";
import { defineAction } from "../action";
import { readReply } from "../answer";
import { openRoomForAgent } from "../open-target";
import { askForReply, makeMark } from "../prompt";
import { readConversation } from "../read-context";

const toolProfile = ACTION_PROFILES["reply-to-room"];

export const replyToRoom = defineAction({
  name: "reply-to-room",
  toolProfile,
  scopes: ["messages:read", "messages:write"],
  units: UNITS.agentRun,
  steps: ["context", "agent", "answer", "write"],
  body: z.strictObject({ roomId: z.string(), instruction: text(1, AGENT_INSTRUCTION_MAX_LENGTH) }),
  open: (caller, connector, { roomId }) => openRoomForAgent(caller, roomId, { connector, toolProfile }),
  async run(work, { instruction }, { room }, reopen) {
    const answer = await work.ask(async () => {
      const { messages, rootMessageId } = await readConversation(room.roomId);
      const mark = makeMark(randomBytes(12).toString("hex"));
      return {
        prompt: askForReply(messages, instruction, mark),
        ids: messages.map(({ id }) => id),
        rootMessageId,
      };
    });
    const body = await work.step("answer", () => Promise.resolve({ value: readReply(answer) }));
    await work.step("write", async () => {
      const { room: open } = await reopen();
      await work.write({ type: "message", proposal: null }, async (tx) => {
        const message = await createMessage(tx, open, work.connector.userId, { body });
        return message.id;
      });
      return { value: null };
    });
    return { kind: "reply", text: body };
  },
});
