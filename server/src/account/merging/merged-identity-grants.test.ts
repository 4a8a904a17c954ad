// Tests that grants of a merged identity can be listed and revoked.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { mergeIdentitiesForTests, readBrowserPersonIdOrNone } from '../../testing/identity-merge-test-steps.ts'
import { addTestClientApplication, createOidcTestServer } from '../../testing/oidc-application-test-steps.ts'
import { relaxedChallengeRateLimits, summarizeApiResponse } from '../../testing/passkey-test-steps.ts'
import { obtainTokenFamilyBySignIn } from '../../testing/oauth-token-test-steps.ts'

describe.each(databaseKinds)('grants of a merged identity on %s', (kind) => {
  test('are listed and revoked separately, even for an application that knows both identities', async () => {
    const app = await createOidcTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const { queries } = app.database
    const application = await addTestClientApplication(app, { grantTypes: ['authorization_code', 'refresh_token'] })
    const [other, browser] = [
      await openSteppedUpBrowser(app, ethereumTestKeys.bob),
      await openSteppedUpBrowser(app, ethereumTestKeys.alice),
    ]
    const stranger = await openSteppedUpBrowser(app, ethereumTestKeys.carol)
    for (const who of [other, browser]) await obtainTokenFamilyBySignIn(app, who, application)
    const otherId = await readBrowserPersonIdOrNone(other)
    await mergeIdentitiesForTests(browser, ethereumTestKeys.bob)
    const { id } = await queries
      .selectFrom('grants')
      .select('id')
      .where('person_id', '=', otherId)
      .executeTakeFirstOrThrow()
    const list = async () =>
      (await browser.send('GET', '/api/grants'))
        .json<ApiEndpointOutput<'listGrants'>>()
        .items.map((grant) => [grant.id === id, grant.active])
    expect((await list()).sort()).toEqual([
      [false, true],
      [true, false],
    ])
    expect(summarizeApiResponse(await stranger.send('DELETE', `/api/grants/${id}`))).toBe('404 grant.not_found')
    expect(summarizeApiResponse(await browser.send('DELETE', `/api/grants/${id}`))).toBe('204')
    expect(await list()).toEqual([[false, true]])
    expect(summarizeApiResponse(await browser.send('DELETE', `/api/grants/${id}`))).toBe('404 grant.not_found')
  })
})
