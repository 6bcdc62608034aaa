/** Theme and language without leaving the place on the page. Where the request fails, the form is sent as without a script. */
export function switchPreferencesInPlace(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !(event.submitter instanceof HTMLButtonElement)) return;
    const kind = form.dataset["preference"];
    if (kind === undefined) return;
    event.preventDefault();
    void choose(form, event.submitter, kind);
  });
}

async function choose(form: HTMLFormElement, button: HTMLButtonElement, kind: string): Promise<void> {
  const body = new FormData(form, button);
  const response = await fetch(location.href, { method: "POST", body }).catch(() => null);
  if (!response?.ok) {
    sendPlainly(form, button);
    return;
  }
  if (kind !== "theme") {
    location.reload();
    return;
  }
  if (button.value === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = button.value;
  for (const other of document.querySelectorAll<HTMLButtonElement>("[data-preference=theme] button"))
    other.ariaPressed = String(other.value === button.value);
}

/** Fires no submit event, so this script does not handle it again. */
function sendPlainly(form: HTMLFormElement, { name, value }: HTMLButtonElement): void {
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  form.submit();
}
