"use client";

import { LoaderCircle } from "lucide-react";
import { type ComponentProps, type ReactNode, useContext } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "../controls/button";
import { FormContext } from "./use-form";

interface SubmitButtonProps extends ComponentProps<typeof Button> {
  icon?: ReactNode;
  isPending?: boolean;
}

/** Stays focusable while the form is pending, and submits it only once. */
export function SubmitButton({ icon, children, isPending = false, onClick, ...props }: SubmitButtonProps) {
  const form = useContext(FormContext);
  const pending = useFormStatus().pending || form.isPending || isPending;
  return (
    <Button
      type="submit"
      look="primary"
      {...props}
      aria-disabled={pending}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
    >
      {pending ? <LoaderCircle aria-hidden className="animate-spin motion-reduce:hidden" /> : icon}
      {children}
    </Button>
  );
}
