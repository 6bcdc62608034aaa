"use client";

import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";

/**
 * React keeps a click that came before hydration in the box, tells nobody, and takes it back when it renders again. A slow
 * machine gives people time for such clicks, so they are repeated.
 */
export function ControlledBox(props: ComponentProps<"input">) {
  const ref = useRef<HTMLInputElement>(null);
  const [isRendered] = useState(props.checked === true);
  useLayoutEffect(() => {
    const box = ref.current;
    // The radio button that lost its mark follows the one that was clicked.
    const isClicked = box !== null && box.checked !== isRendered && (box.type === "checkbox" || box.checked);
    if (!isClicked) return;
    box.checked = isRendered;
    // Each click sees what the one before it has changed.
    const timer = setTimeout(() => box.click());
    return () => clearTimeout(timer);
  }, [isRendered]);
  return <input ref={ref} {...props} />;
}
