import { vi } from 'vitest'

/** Long enough for a busy machine: Vitest's own default is one second. */
const timeout = 30_000

/** Repeats the check until it throws no error. @throws the last error after 30 seconds */
export const waitUntilPassing = <Result>(check: () => Result): ReturnType<typeof vi.waitFor<Result>> =>
  vi.waitFor(check, { timeout })
