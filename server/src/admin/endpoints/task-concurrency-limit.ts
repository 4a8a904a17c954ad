// Limits how many slow tasks run at once, and refuses the others (load shedding).
import { ApiError } from '../../platform/api-error.ts'

export function createTaskConcurrencyLimit(
  most: number,
  what: string,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0
  return async (work) => {
    if (running >= most) throw new ApiError('rate.limited', { place: { retryAfterSeconds: 5 }, privateDetail: what })
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
}
