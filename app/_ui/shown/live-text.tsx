"use client";

import { Fragment, type ReactNode, useState } from "react";

interface LiveTextProps {
  of: unknown;
  children: ReactNode;
}

/** The text of a status. Screen readers say only what changes there, so that text about another thing is put in once more. */
export function LiveText({ of, children }: LiveTextProps) {
  const [told, setTold] = useState({ of, turn: 0 });
  if (told.of !== of) setTold({ of, turn: told.turn + 1 });
  return <Fragment key={told.turn}>{children}</Fragment>;
}
