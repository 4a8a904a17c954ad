// A clock that a test in the browser moves. Unlike the fake timers of Vitest it stands still while Vitest polls and clicks.
import { onTestFinished, vi } from 'vitest'

/** Enough turns of the event loop for React to draw and for a request to be sent. */
const eventLoopTurns = 10

/**
 * Holds back timers with a delay until the test ends. Timers without one run as usual.
 * @returns lets time pass, in milliseconds, and waits until the page has drawn what follows
 */
export function installManualTestClock(): (ms: number) => Promise<void> {
  const realSet = globalThis.setTimeout
  const realClear = globalThis.clearTimeout
  const held = new Map<number, { at: number; run: () => void }>()
  let now = 0
  let lastId = 0
  const hold = (run: (...values: unknown[]) => void, delayMs = 0, ...values: unknown[]): number => {
    if (delayMs <= 0) return realSet(run, delayMs, ...values) as unknown as number
    // The browser's own IDs are positive.
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
