// Work that takes a while, of which a few go on at a time: more would wait for each other, and the last of them too long (load shedding).
import { Refusal } from '../../platform/refusal.ts'

/**
 * Runs work while there is room.
 * @param most how many at the same time
 * @param what is at work then, for the log
 */
export function fewAtOnce(most: number, what: string): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let underWay = 0
  return async (work) => {
    if (underWay >= most) throw new Refusal('rate.limited', { place: { retryAfterSeconds: 5 }, privateDetail: what })
    underWay += 1
    try {
      return await work()
    } finally {
      underWay -= 1
    }
  }
}
