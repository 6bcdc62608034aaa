import { deleteStream } from "../../lib/audit-log/streams/delete";
import type { StreamAccess } from "../../lib/audit-log/streams/open-stream";
import { pauseStream, resumeStream } from "../../lib/audit-log/streams/pause";
import { sendTestRow } from "../../lib/audit-log/streams/send-test";
import { done, type Verb } from "./act-verbs";

const onStream =
  (
    act: (access: StreamAccess) => Promise<unknown>,
    prepare: (access: StreamAccess) => Promise<unknown> = async () => {},
  ) =>
  async (scene: { stream(): Promise<StreamAccess> }) => {
    const access = await scene.stream();
    await prepare(access);
    return () => act(access).then(() => access.streamId);
  };

export const STREAM_VERBS: readonly Verb[] = [
  ["createStream", done(async (scene) => (await scene.stream()).streamId), { name: "audit_stream.create" }],
  ["pauseStream", onStream(pauseStream), { name: "audit_stream.pause" }],
  ["resumeStream", onStream(resumeStream, pauseStream), { name: "audit_stream.resume" }],
  ["sendTestRow", onStream(sendTestRow), { name: "audit_stream.test" }],
  ["deleteStream", onStream(deleteStream), { name: "audit_stream.delete" }],
];
