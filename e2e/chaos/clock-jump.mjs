/** Preloaded into one process, whose clock then jumps with each SIGUSR2: two hours ahead, two hours behind, and back. */
const JUMPS_MS = [2 * 3_600_000, -2 * 3_600_000, 0];

const RealDate = Date;
const readClock = RealDate.now.bind(RealDate);
let jumps = 0;
let shiftMs = 0;

RealDate.now = () => readClock() + shiftMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [RealDate.now()], newTarget),
});

process.on("SIGUSR2", () => {
  shiftMs = JUMPS_MS[jumps % JUMPS_MS.length] ?? 0;
  jumps += 1;
});
