import { preparePage, watchPage } from "./start";

const LATE_MS = 150;
/** A response that is a download never takes the place of the page. */
const GIVEN_UP_MS = 20_000;

// The whole script of a light page. Pages with React start the same parts by PageParts.
watchPage();
preparePage();
switchPreferencesInPlace();
showLeaving();

/** Theme and language without leaving the place on the page. Where the request fails, the form is sent as without a script. */
function switchPreferencesInPlace(): void {
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

/** The browser alone leaves a light page. Where the next one is late, a line at the top says that it is on its way. */
function showLeaving(): void {
  const line = document.createElement("div");
  line.className = "fixed inset-x-0 top-0 z-50 h-[3px] animate-pulse bg-accent-solid";
  line.dataset["leaving"] = "";
  let timers: ReturnType<typeof setTimeout>[] = [];
  const stay = () => {
    for (const timer of timers) clearTimeout(timer);
    line.remove();
  };
  const leave = () => {
    stay();
    timers = [setTimeout(() => document.body.append(line), LATE_MS), setTimeout(stay, GIVEN_UP_MS)];
  };
  document.addEventListener("click", (event) => {
    if (!event.defaultPrevented && isPlainClick(event) && leadsAway(event.target)) leave();
  });
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented) leave();
  });
  window.addEventListener("pagehide", stay);
}

function isPlainClick({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);
}

function leadsAway(target: EventTarget | null): boolean {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.href || link.target !== "" || link.hasAttribute("download")) return false;
  const [page] = location.href.split("#");
  return link.protocol.startsWith("http") && !(link.hash !== "" && link.href.split("#")[0] === page);
}
