// Measures functions alternately, so a slowdown affects all of them, and takes medians.

/** In microseconds for one call. */
export interface FunctionCallTimes {
  wall: number
  cpu: number
}

const rounds = 7
const roundMs = 150

/** Medians, by the name of each function. A returned promise is awaited. */
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
      // V8 installs code that it compiled in the background only between event-loop turns.
      await new Promise((resolve) => setImmediate(resolve))
      // The first round warms up the compiler and is not counted.
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

export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5)

/** Nearest-rank percentile. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function assertTrue(answer: boolean): void {
  if (!answer) throw new Error('A valid signature was refused')
}
