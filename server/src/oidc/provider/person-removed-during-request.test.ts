// A person is removed during a request, after the session was found and before the person was read.
import { afterAll, describe, expect, test, vi } from 'vitest'
import { erasePerson } from '../../account/personal-data/erase-person.ts'
import { suspendPerson } from '../../admin/people/suspend-or-reactivate-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  obtainTokens,
  signInToOidcInteraction,
} from '../../testing/oidc-application-test-steps.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'

const meanwhile = vi.hoisted((): { happens: (() => Promise<unknown>) | null } => {
  // Other test files of this worker have loaded the original module already.
  vi.resetModules()
  return { happens: null }
})
afterAll(() => vi.resetModules())

vi.mock(import('../../auth/session-guard/require-request-session.ts'), async (original) => {
  const module = await original()
  return {
    ...module,
    findRequestSession: async (...asked) => {
      const found = await module.findRequestSession(...asked)
      const { happens } = meanwhile
      meanwhile.happens = null
      await happens?.()
      return found
    },
  }
})

describe.each(databaseKinds)('person removed during a request on %s', (kind) => {
  const open = async () => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    await obtainTokens(app, browser, application)
    const { queries } = app.database
    const { id: personId } = await queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
    const context = { queries, random: systemRandomBytes }
    return { app, application, browser, world: context, personId }
  }

  test.each(['suspended', 'erased'] as const)('%s: is asked to sign in like anyone without a session', async (how) => {
    const { app, application, browser, world: context, personId } = await open()
    const { now } = app.clock
    meanwhile.happens = () =>
      how === 'erased' ? erasePerson(context, { personId, session: null, now }) : suspendPerson(context, personId, now)
    const answer = await browser.send('GET', createAuthorizationUrl(application))
    expect(meanwhile.happens).toBeNull()
    expect(getRedirectLocation(answer)).toMatch(/^\/sign-in\?interaction=/)
    expect((await context.queries.selectFrom('people').select('status').execute()).map(({ status }) => status)).toEqual(
      [how],
    )
    if (how === 'suspended') return
    const back = await signInToOidcInteraction(browser, getInteractionIdFromRedirect(answer))
    expect(getRedirectLocation(back)).toMatch(/^\/consent/)
  })

  test('merged: the application gets login_required with prompt=none', async () => {
    const { application, browser, world: context, personId } = await open()
    meanwhile.happens = () =>
      context.queries.updateTable('people').set({ status: 'merged' }).where('id', '=', personId).execute()
    const answer = await browser.send('GET', createAuthorizationUrl(application, { prompt: 'none' }))
    expect(meanwhile.happens).toBeNull()
    expect(new URL(getRedirectLocation(answer)).searchParams.get('error')).toBe('login_required')
  })
})
