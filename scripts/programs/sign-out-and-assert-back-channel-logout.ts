// Ends the session at Countersign and checks that the program receives the back-channel logout (OpenID Connect Back-Channel Logout).
import { setTimeout as wait } from 'node:timers/promises'
import { assertThat } from './integration-test-assertions.ts'
import type { RunningTestServer } from '../../e2e/src/start-server-for-tests.ts'
import type { TestPerson } from './integration-test-types.ts'

const timeoutMs = 15_000

/**
 * @param isSignedOut whether the program no longer knows the person
 * @throws if the program still knows the person after 15 seconds, or if the logout token was not delivered
 */
export async function signOutAndAssertBackChannelLogout(
  { page }: TestPerson,
  { origin, log }: RunningTestServer,
  isSignedOut: () => Promise<boolean>,
): Promise<void> {
  assertThat(!(await isSignedOut()), 'the person was not signed in to the program before')
  const answer = await page.request.post(`${origin}/api/sign-out`, { headers: { origin } })
  assertThat(answer.ok(), `sign-out: ${answer.status()}`)
  for (const end = Date.now() + timeoutMs; Date.now() < end; await wait(250))
    if (await isSignedOut()) {
      const failed = log.find((line) => line.includes('told of a logout'))
      assertThat(failed === undefined, failed ?? '')
      return
    }
  throw new Error('the program did not end its session after the back-channel logout')
}
