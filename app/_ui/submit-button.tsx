"use client";

import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "./button";

interface SubmitButtonProps extends ComponentProps<typeof Button> {
  /** Set by forms that submit themselves and know their state. */
  isPending?: boolean;
}

/** Stays focusable while the form is pending, and submits it only once. */
export function SubmitButton({ children, isPending = false, onClick, ...props }: SubmitButtonProps) {
  const pending = useFormStatus().pending || isPending;
  return (
    <Button
      type="submit"
      look="primary"
      {...props}
      aria-disabled={pending}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
    >
      {pending ? <LoaderCircle aria-hidden className="animate-spin motion-reduce:hidden" /> : null}
      {children}
    </Button>
  );
}
