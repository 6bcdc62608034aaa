const SHOWN_MS = 2_000;

export function copyOnClick(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
    if (button) void copy(button);
  });
}

async function copy(button: HTMLElement): Promise<void> {
  const { copy: text = "", copied = "", failed = "" } = button.dataset;
  const code = button.closest("figure")?.querySelector("code")?.textContent ?? "";
  const status = button.nextElementSibling;
  try {
    await navigator.clipboard.writeText(text === "" ? code : text);
    button.toggleAttribute("data-done", true);
    if (status) status.textContent = copied;
  } catch {
    if (status) status.textContent = failed;
  }
  setTimeout(() => {
    button.toggleAttribute("data-done", false);
    if (status) status.textContent = "";
  }, SHOWN_MS);
}
