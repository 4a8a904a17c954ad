// Work that takes a while, of which a few go on at a time: more would wait for each other, and the last of them too long (load shedding).
import { ApiError } from '../../platform/api-error.ts'

/**
 * Runs work while there is room.
 * @param most how many at the same time
 * @param what is at work then, for the log
 */
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
