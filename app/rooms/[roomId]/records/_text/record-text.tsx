import { readRecordOnPage } from "../../_messages/text/content-cache";
import { TextTree } from "../../_messages/text/text-tree";
import { Markdown } from "./markdown";
import { RECORD_LOOK } from "./record-look";

/** A record as HTML from the server. A long or costly one is formatted by the reader's browser. */
export function RecordText({ text }: { text: string }) {
  const nodes = text.trim() === "" ? null : readRecordOnPage(text);
  if (nodes === null) return <Markdown text={text} />;
  return (
    <div className={RECORD_LOOK}>
      <TextTree nodes={nodes} userId="" />
    </div>
  );
}
