export function readField(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** All values of one name, such as checked boxes. */
export function readAll(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === "string");
}
