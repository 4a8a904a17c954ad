// Ends the session at Countersign, and sees that the program hears of it by the back channel.
import { setTimeout as wait } from 'node:timers/promises'
import { must } from './expect.ts'
import type { RunningServer } from '../../e2e/src/server.ts'
import type { Person } from './program-run.ts'

const heardMs = 15_000

/**
 * @param isSignedOut whether the program no longer knows the person
 * @throws if the program has not heard of it in time
 */
export async function mustHearOfSignOut(
  { page }: Person,
  { origin, log }: RunningServer,
  isSignedOut: () => Promise<boolean>,
): Promise<void> {
  must(!(await isSignedOut()), 'the program knew nobody to begin with')
  const answer = await page.request.post(`${origin}/api/sign-out`, { headers: { origin } })
  must(answer.ok(), `sign-out: ${answer.status()}`)
  for (const end = Date.now() + heardMs; Date.now() < end; await wait(250))
    if (await isSignedOut()) {
      const failed = log.find((line) => line.includes('told of a logout'))
      must(failed === undefined, failed ?? '')
      return
    }
  throw new Error('the program did not hear of the sign-out by the back channel')
}
