// What an identity allowed that was merged: its person sees it, and can take it back.
import type { CallAnswer } from '@countersign/api/calls'
import { describe, expect, test } from 'vitest'
import { openConfirmed, testKeys } from '../../testing/test-app.ts'
import { databaseKinds } from '../../testing/test-databases.ts'
import { merge, personOf } from '../../testing/test-merges.ts'
import { addTestApplication, createOpenIdApp } from '../../testing/test-openid.ts'
import { generous, inBrief } from '../../testing/test-passkeys.ts'
import { obtainFamily } from '../../testing/test-tokens.ts'

describe.each(databaseKinds)('the consents of an identity that was merged on %s', (kind) => {
  test('are listed and can be withdrawn, each by itself, also where an application knows both', async () => {
    const app = await createOpenIdApp({ database: kind, environment: generous })
    const { queries } = app.database
    const application = await addTestApplication(app, { grantTypes: ['authorization_code', 'refresh_token'] })
    const [other, browser] = [await openConfirmed(app, testKeys.bob), await openConfirmed(app, testKeys.alice)]
    const stranger = await openConfirmed(app, testKeys.carol)
    for (const who of [other, browser]) await obtainFamily(app, who, application)
    const otherId = await personOf(other)
    await merge(browser, testKeys.bob)
    const { id } = await queries
      .selectFrom('grants')
      .select('id')
      .where('person_id', '=', otherId)
      .executeTakeFirstOrThrow()
    const list = async () =>
      (await browser.send('GET', '/api/grants'))
        .json<CallAnswer<'listGrants'>>()
        .items.map((grant) => [grant.id === id, grant.active])
    expect((await list()).sort()).toEqual([
      [false, true],
      [true, false],
    ])
    expect(inBrief(await stranger.send('DELETE', `/api/grants/${id}`))).toBe('404 grant.not_found')
    expect(inBrief(await browser.send('DELETE', `/api/grants/${id}`))).toBe('204')
    expect(await list()).toEqual([[false, true]])
    expect(inBrief(await browser.send('DELETE', `/api/grants/${id}`))).toBe('404 grant.not_found')
  })
})
