// Device approval at the same time as a change to the approving person.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import { suspendPerson } from '../../admin/people/suspend-or-reactivate-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import {
  requestIdentityMergeAcceptanceForTests,
  createIdentityMergeOfferForTests,
  readBrowserPersonIdOrNone,
  requestIdentityMergeUndoForTests,
} from '../../testing/identity-merge-test-steps.ts'
import {
  addTestClientApplication,
  createOidcTestServer,
  postFormAsApplication,
} from '../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication } from '../../testing/oidc-application-test-steps.ts'
import { relaxedChallengeRateLimits, summarizeApiResponse } from '../../testing/passkey-test-steps.ts'

const environment = {
  ...relaxedChallengeRateLimits,
  COUNTERSIGN_DEVICE_CODES_PER_NETWORK_PER_MINUTE: '10000',
  COUNTERSIGN_DEVICE_CODES_PER_MINUTE: '10000',
}

async function prepare(
  app: TestServer,
  browser: TestBrowser,
  application: TestClientApplication,
): Promise<() => Promise<string>> {
  const { user_code: userCode } = (
    await postFormAsApplication(app, '/device/authorize', application, { scope: 'openid' })
  ).json<{
    user_code: string
  }>()
  return async () => summarizeApiResponse(await browser.send('POST', '/api/device/approve', { userCode, withheld: [] }))
}

describe.each(databaseKinds)('device approval on %s', (kind) => {
  test('P4: succeeds even if an identity that the application knows is merged concurrently', async () => {
    const app = await createOidcTestServer({ database: kind, environment })
    const application = await addTestClientApplication(app, { kind: 'device' })
    const { queries } = app.database
    const [browser, other] = [
      await openSteppedUpBrowser(app, ethereumTestKeys.alice),
      await openSteppedUpBrowser(app, ethereumTestKeys.bob),
    ]
    const id = await readBrowserPersonIdOrNone(browser)
    expect(await (await prepare(app, other, application))()).toBe('204')
    for (let round = 0; round < 20; round++) {
      const approve = await prepare(app, browser, application)
      await browser.trustForOwnerOf(ethereumTestKeys.bob)
      const offered = await createIdentityMergeOfferForTests(browser, ethereumTestKeys.bob)
      const runs = [
        approve,
        async () => summarizeApiResponse(await requestIdentityMergeAcceptanceForTests(browser, offered)),
      ]
      if (round % 2 === 1) runs.reverse()
      expect((await Promise.all(runs.map((run) => run()))).sort()).toEqual(['200', '204'])
      expect(summarizeApiResponse(await requestIdentityMergeUndoForTests(browser, offered))).toBe('200')
      // Without this, the application would know both people in the following rounds.
      await queries.deleteFrom('authorizations').where('person_id', '=', id).execute()
      for (const table of ['grants', 'subjects'] as const)
        await queries.deleteFrom(table).where('person_id', '=', id).execute()
    }
  })

  test('P4: a concurrent suspension leaves either a complete approval or no grant', async () => {
    const app = await createOidcTestServer({ database: kind, environment })
    const application = await addTestClientApplication(app, { kind: 'device' })
    const { queries } = app.database
    for (let round = 0; round < 10; round++) {
      const browser = app.openBrowser()
      await browser.signIn()
      const { person } = (await browser.send('GET', '/api/session')).json<ApiEndpointOutput<'readSession'>>()
      const id = person?.id ?? ''
      const approve = await prepare(app, browser, application)
      const suspend = async () => String(await suspendPerson({ queries, random: systemRandomBytes }, id, app.clock.now))
      const runs = round % 2 === 0 ? [approve(), suspend()] : [suspend(), approve()]
      const [said] = (await Promise.all(runs)).filter((result) => result !== '1')
      const grants = await queries.selectFrom('grants').select('id').execute()
      expect([said, grants.length]).toEqual(said === '204' ? ['204', 1] : ['401 session.required', 0])
      expect(await queries.selectFrom('authorizations').select('id').execute()).toEqual([])
      await queries.deleteFrom('grants').execute()
      await queries.updateTable('people').set({ status: 'active' }).execute()
    }
  })
})
