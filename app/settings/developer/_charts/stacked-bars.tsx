const GAP = 0.2;

const FILLS = {
  passed: "fill-good",
  refused: "fill-warn-solid",
  failed: "fill-bad-solid",
  amount: "fill-accent",
} as const;
export type Part = keyof typeof FILLS;

export interface Bar {
  key: string;
  title?: string;
  parts: Partial<Record<Part, number>>;
  /** Nothing is known of it. */
  isGap?: boolean;
}

interface StackedBarsProps {
  bars: readonly Bar[];
  /** Says the same in words. */
  label: string;
  height: number;
  className: string;
}

export function StackedBars({ bars, label, height, className }: StackedBarsProps) {
  const totalOf = ({ parts }: Bar) => Object.values(parts).reduce((sum, count) => sum + count, 0);
  const most = Math.max(1, ...bars.map(totalOf));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length} ${height}`}
      preserveAspectRatio="none"
      className={className}
    >
      {bars.map((bar, index) => (
        <g key={bar.key}>
          {bar.title === undefined ? null : <title>{bar.title}</title>}
          <rect x={index} width={1} height={height} className="fill-transparent" />
          {bar.isGap ? null : (
            <rect x={index + GAP / 2} y={height - 1} width={1 - GAP} height={1} className="fill-line" />
          )}
          {stack(bar, height / most, height).map(({ part, y, tall }) => (
            <rect key={part} x={index + GAP / 2} y={y} width={1 - GAP} height={tall} className={FILLS[part]} />
          ))}
        </g>
      ))}
    </svg>
  );
}

/** Something that happened is never too low to be seen. */
const LOWEST = 1.5;

function stack({ parts }: Bar, scale: number, height: number) {
  let top = height;
  return (Object.keys(FILLS) as Part[]).toReversed().flatMap((part) => {
    const count = parts[part] ?? 0;
    if (count === 0) return [];
    const tall = Math.min(top, Math.max(LOWEST, count * scale));
    top -= tall;
    return [{ part, y: top, tall }];
  });
}
