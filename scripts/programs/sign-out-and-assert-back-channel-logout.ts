import { setTimeout as wait } from 'node:timers/promises'
import { assertThat } from './integration-test-assertions.ts'
import type { RunningTestServer } from '../../e2e/src/start-server-for-tests.ts'
import type { TestPerson } from './integration-test-types.ts'

const timeoutMs = 15_000

/** OpenID Connect Back-Channel Logout; the program has 15 seconds to forget the person. */
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
      const failed = log.find((line) => line.includes('back-channel logout failed'))
      assertThat(failed === undefined, failed ?? '')
      return
    }
  throw new Error('the program did not end its session after the back-channel logout')
}
