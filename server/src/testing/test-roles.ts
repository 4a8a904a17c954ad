// People with roles, for tests: given as an operator gives them.
import type { Role } from '@countersign/api/permissions'
import type { CallAnswer } from '@countersign/api/calls'
import type { TestKey } from '@countersign/testing/test-keys'
import { operator } from '../audit-log/actor.ts'
import { systemRandom } from '../platform/clock.ts'
import { grantRole } from '../store/roles/grant-role.ts'
import { openConfirmed } from './test-app.ts'
import type { TestApp, TestBrowser } from './test-app.ts'

/** Gives a person a role, as from the command line. */
export async function giveRole(
  app: Pick<TestApp, 'database' | 'clock' | 'limits'>,
  personId: string,
  role: Role,
): Promise<void> {
  const { queries } = app.database
  await grantRole(
    { queries, random: systemRandom, limits: app.limits },
    { personId, role, actor: operator, now: app.clock.now },
  )
}

/** Somebody with a role, who has signed in and confirmed it a moment ago. */
export async function openWithRole(
  app: TestApp,
  key: TestKey,
  role: Role | null,
): Promise<{ browser: TestBrowser; personId: string }> {
  const browser = await openConfirmed(app, key)
  const personId = await personIdOf(browser)
  if (role !== null) await giveRole(app, personId, role)
  return { browser, personId }
}

/** Who is signed in. */
export async function personIdOf(browser: TestBrowser): Promise<string> {
  const { person } = (await browser.send('GET', '/api/session')).json<CallAnswer<'readSession'>>()
  if (person === null) throw new Error('Nobody is signed in')
  return person.id
}
