interface Notice {
  title: string;
  text: string;
}

export function groupEqual<Each extends Notice>(notices: readonly Each[]): (Each & { count: number })[] {
  const groups = new Map<string, Each & { count: number }>();
  for (const notice of notices) {
    const key = JSON.stringify([notice.title, notice.text]);
    const group = groups.get(key) ?? { ...notice, count: 0 };
    groups.set(key, { ...group, count: group.count + 1 });
  }
  return [...groups.values()];
}
