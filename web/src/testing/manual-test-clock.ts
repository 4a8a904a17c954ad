// Manual clock for browser tests. Unlike Vitest's clock, it does not advance while Vitest polls.
import { onTestFinished, vi } from 'vitest'

/** Long enough for React to render and for a request to be sent. */
const eventLoopTurns = 10

/**
 * Until the test ends, timers with a delay wait for this clock. Other timers run as usual.
 * @returns a function that advances the clock by milliseconds and waits for the page to render
 */
export function installManualTestClock(): (ms: number) => Promise<void> {
  const realSet = globalThis.setTimeout
  const realClear = globalThis.clearTimeout
  const held = new Map<number, { at: number; run: () => void }>()
  let now = 0
  let lastId = 0
  const hold = (run: (...values: unknown[]) => void, delayMs = 0, ...values: unknown[]): number => {
    if (delayMs <= 0) return realSet(run, delayMs, ...values) as unknown as number
    lastId -= 1
    held.set(lastId, { at: now + delayMs, run: () => run(...values) })
    return lastId
  }
  const release = (id?: number): void => {
    if (id === undefined || !held.delete(id)) realClear(id)
  }
  const spies = [
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as unknown as typeof setTimeout),
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation(release as unknown as typeof clearTimeout),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  const draw = async (): Promise<void> => {
    for (let turn = 0; turn < eventLoopTurns; turn += 1) await new Promise((resolve) => realSet(resolve))
  }
  return async (ms) => {
    const end = now + ms
    for (;;) {
      const [next] = [...held].filter(([, { at }]) => at <= end).toSorted(([, one], [, other]) => one.at - other.at)
      if (next === undefined) break
      const [id, { at, run }] = next
      held.delete(id)
      now = at
      run()
      await draw()
    }
    now = end
    await draw()
  }
}
