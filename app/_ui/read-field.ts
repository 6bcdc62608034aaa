/** A form field as text; a file or a missing field is empty. A client may call an action without a form. */
export function readField(form: FormData, name: string): string {
  const value = form instanceof FormData ? form.get(name) : null;
  return typeof value === "string" ? value : "";
}
