// Measures functions side by side: in turns, so that a machine that slows down slows both; medians, so that one hiccup
// does not count. CPU time is the process's own, user and system.

/** What one call of a function costs, in microseconds: by the clock and of the processor. */
export interface FunctionCallTimes {
  wall: number
  cpu: number
}

const rounds = 7
const roundMs = 150

/**
 * Measures several functions in turns.
 * @param functions each does its work once; a promise is waited for
 * @returns the median cost of each, under its name
 */
export async function measureFunctionCallTimes<Name extends string>(
  functions: Record<Name, () => unknown>,
): Promise<Record<Name, FunctionCallTimes>> {
  const names = Object.keys(functions) as Name[]
  const costs = Object.fromEntries(names.map((name) => [name, [] as FunctionCallTimes[]])) as Record<
    Name,
    FunctionCallTimes[]
  >
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const cost = await runFor(functions[name], roundMs)
      // What is got ready beside the work, such as code that is compiled, arrives only between turns of the event loop.
      await new Promise((resolve) => setImmediate(resolve))
      // The first round warms the compiler up and is not counted.
      if (round >= 0) costs[name].push(cost)
    }
  }
  return Object.fromEntries(names.map((name) => [name, medianCost(costs[name])])) as Record<Name, FunctionCallTimes>
}

async function runFor(work: () => unknown, milliseconds: number): Promise<FunctionCallTimes> {
  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  let calls = 0
  let elapsed = 0
  while (elapsed < milliseconds) {
    const result = work()
    if (result instanceof Promise) await result
    calls += 1
    elapsed = performance.now() - start
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  return { wall: (elapsed * 1000) / calls, cpu: (user + system) / calls }
}

const medianCost = (costs: readonly FunctionCallTimes[]): FunctionCallTimes => ({
  wall: median(costs.map(({ wall }) => wall)),
  cpu: median(costs.map(({ cpu }) => cpu)),
})

/** The middle of some numbers. */
export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5)

/** The number that so large a share of them is not above (nearest rank). */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** A measurement of wrong answers would be worth nothing. */
export function assertTrue(answer: boolean): void {
  if (!answer) throw new Error('A valid signature was refused')
}
