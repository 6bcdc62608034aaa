import { Fragment } from "react";

export function Breakable({ text, between }: { text: string; between: RegExp }) {
  return text.split(between).map((part, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name stay in their order
    <Fragment key={n}>
      {n > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
