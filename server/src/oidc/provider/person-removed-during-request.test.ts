// An application's sign-in whose person goes away between two looks of one request: after their session was found, before they are.
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

/** What happens once, right after a session was found. */
const meanwhile = vi.hoisted((): { happens: (() => Promise<unknown>) | null } => {
  // Other files of this worker have loaded already what is replaced here.
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

describe.each(databaseKinds)('somebody who goes away during a request on %s', (kind) => {
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

  test.each(['suspended', 'erased'] as const)(
    '%s: is asked to sign in, as anybody who is not signed in',
    async (how) => {
      const { app, application, browser, world: context, personId } = await open()
      const { now } = app.clock
      meanwhile.happens = () =>
        how === 'erased'
          ? erasePerson(context, { personId, session: null, now })
          : suspendPerson(context, personId, now)
      const answer = await browser.send('GET', createAuthorizationUrl(application))
      expect(meanwhile.happens).toBeNull()
      expect(getRedirectLocation(answer)).toMatch(/^\/sign-in\?interaction=/)
      expect(
        (await context.queries.selectFrom('people').select('status').execute()).map(({ status }) => status),
      ).toEqual([how])
      if (how === 'suspended') return
      const back = await signInToOidcInteraction(browser, getInteractionIdFromRedirect(answer))
      expect(getRedirectLocation(back)).toMatch(/^\/consent/)
    },
  )

  test('merged: is told to the application where nothing may be asked', async () => {
    const { application, browser, world: context, personId } = await open()
    meanwhile.happens = () =>
      context.queries.updateTable('people').set({ status: 'merged' }).where('id', '=', personId).execute()
    const answer = await browser.send('GET', createAuthorizationUrl(application, { prompt: 'none' }))
    expect(meanwhile.happens).toBeNull()
    expect(new URL(getRedirectLocation(answer)).searchParams.get('error')).toBe('login_required')
  })
})
