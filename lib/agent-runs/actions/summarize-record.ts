import { randomBytes } from "node:crypto";
import { z } from "zod";
import { ACTION_PROFILES } from "../../connectors/connector";
import { UNITS } from "../../platform/limits";
import { defineAction } from "../action";
import { readSummary } from "../answer";
import { openRecordForAgent } from "../open-target";
import { askForSummary, makeMark } from "../prompt";
import { readRecordText } from "../read-context";

const toolProfile = ACTION_PROFILES["summarize-record"];

export const summarizeRecord = defineAction({
  name: "summarize-record",
  toolProfile,
  scopes: ["records:read"],
  units: UNITS.agentRun,
  steps: ["context", "agent", "answer"],
  body: z.strictObject({ recordId: z.string() }),
  open: (caller, connector, { recordId }) => openRecordForAgent(caller, recordId, { connector, toolProfile }),
  async run(work, _body, { room, recordId }) {
    const answer = await work.ask(async () => ({
      prompt: askForSummary(await readRecordText(room.roomId, recordId), makeMark(randomBytes(12).toString("hex"))),
      ids: [recordId],
      rootMessageId: null,
    }));
    return work.step("answer", () => Promise.resolve({ value: { kind: "summary", text: readSummary(answer) } }));
  },
});
