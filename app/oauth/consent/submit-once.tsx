"use client";

import { type ComponentProps, useEffect, useRef } from "react";

/** A form that a double click submits once: a second response would replace the redirect back to the app. */
export function SubmitOnce(props: ComponentProps<"form">) {
  const isSent = useRef(false);
  useEffect(() => {
    // Shown again after "back": the first request may have failed.
    const reset = () => {
      isSent.current = false;
    };
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, []);
  return (
    <form
      {...props}
      onSubmit={(event) => {
        if (isSent.current) event.preventDefault();
        isSent.current = true;
      }}
    />
  );
}
