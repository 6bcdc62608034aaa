import { Fragment } from "react";

/** A long name that breaks where its parts meet, and within a part only when that is too long for its line. */
export function Breakable({ text, between }: { text: string; between: RegExp }) {
  return text.split(between).map((part, n, parts) => (
    <Fragment key={parts.slice(0, n + 1).join("")}>
      {n > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
