interface Told {
  title: string;
  text: string;
}

/** Notices that read the same, such as sign-ins of one kind of browser, are one with their number. In the order given. */
export function groupEqual<Notice extends Told>(notices: readonly Notice[]): (Notice & { count: number })[] {
  const groups = new Map<string, Notice & { count: number }>();
  for (const notice of notices) {
    const key = JSON.stringify([notice.title, notice.text]);
    const told = groups.get(key) ?? { ...notice, count: 0 };
    groups.set(key, { ...told, count: told.count + 1 });
  }
  return [...groups.values()];
}
