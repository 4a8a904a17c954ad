// Tests refused API tokens.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { expect, test } from 'vitest'
import { suspendPerson } from '../../admin/people/suspend-or-reactivate-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import { openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'
import { issueTestApiToken, callWithApiToken } from '../../testing/api-token-test-steps.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { alice, bob } = ethereumTestKeys
const steps = '/api/admin/setup-steps'

test('N11: a token revoked during a request can no longer change a person', async () => {
  const app = await createTestServer()
  const owner = await openBrowserWithRole(app, alice, 'owner')
  const otherId = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
  const { token } = await issueTestApiToken(owner.browser, ['people.change'])
  const context = { queries: app.database.queries, random: systemRandomBytes }
  const actor = { kind: 'token', tokenId: token.id, personId: owner.personId } as const
  await owner.browser.send('DELETE', `/api/admin/api-tokens/${token.id}`)
  await expect(suspendPerson(context, otherId, app.clock.now, { actor })).rejects.toMatchObject({
    code: 'api_token.invalid',
  })
  const { status } = await context.queries
    .selectFrom('people')
    .select('status')
    .where('id', '=', otherId)
    .executeTakeFirstOrThrow()
  expect(status).toBe('active')
})

test('N1: a token works only for the admin API, never cross-site, and gains nothing from a cookie', async () => {
  const app = await createTestServer()
  const owner = await openBrowserWithRole(app, alice, 'owner')
  const other = await openSteppedUpBrowser(app, bob)
  const { secret } = await issueTestApiToken(owner.browser, ['groups.read'])
  const authorization = `Bearer ${secret}`
  // Tokens give no access to the account of their owner.
  for (const url of ['/api/sessions', '/api/wallets', '/api/activity', '/api/export'])
    expect(readApiErrorCodeOrDone(await callWithApiToken(app, secret, 'GET', url))).toBe('session.required')
  expect((await callWithApiToken(app, secret, 'GET', '/api/session')).json()).toEqual({ person: null, session: null })
  expect(readApiErrorCodeOrDone(await callWithApiToken(app, secret, 'DELETE', '/api/person'))).toBe(
    'request.cross_origin',
  )
  // When the owner's cookie is also sent, a valid token keeps its own permissions and an invalid
  // token is refused.
  expect(
    readApiErrorCodeOrDone(await owner.browser.send('GET', '/api/admin/api-tokens', undefined, { authorization })),
  ).toBe('permission.denied')
  expect(
    readApiErrorCodeOrDone(
      await owner.browser.send('GET', '/api/admin/api-tokens', undefined, { authorization: 'Bearer nonsense' }),
    ),
  ).toBe('api_token.invalid')
  expect(
    readApiErrorCodeOrDone(
      await owner.browser.send(
        'PUT',
        `/api/admin/people/${await requireBrowserPersonId(other)}/roles/owner`,
        undefined,
        {
          authorization,
        },
      ),
    ),
  ).toBe('permission.denied')
  // An owner's token does not extend another person's cookie.
  expect(readApiErrorCodeOrDone(await other.send('GET', '/api/admin/setup-steps', undefined, { authorization }))).toBe(
    'permission.denied',
  )
  // Requests with cross-site headers are refused even if they have a token.
  const body = { name: 'x', permissions: ['figures.read'], days: 1 }
  const foreign = await app.http.inject({
    method: 'POST',
    url: '/api/admin/api-tokens',
    headers: { authorization, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    payload: body,
  })
  expect(readApiErrorCodeOrDone(foreign)).toBe('request.cross_origin')
  const preflight = await app.http.inject({
    method: 'OPTIONS',
    url: '/api/admin/api-tokens',
    headers: {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  })
  expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
  // A request with a cookie but neither a token nor an origin header is refused.
  const silent = await app.http.inject({
    method: 'POST',
    url: '/api/admin/api-tokens',
    cookies: Object.fromEntries(owner.browser.cookies),
    payload: body,
  })
  expect(readApiErrorCodeOrDone(silent)).toBe('request.cross_origin')
  const basic = await app.http.inject({
    method: 'POST',
    url: '/api/admin/api-tokens',
    headers: { authorization: 'Basic YTpi' },
    cookies: Object.fromEntries(owner.browser.cookies),
    payload: body,
  })
  expect(readApiErrorCodeOrDone(basic)).toBe('request.cross_origin')
})

test('P8: every invalid token is refused with the same response', async () => {
  const app = await createTestServer()
  const { browser, personId } = await openBrowserWithRole(app, bob, 'auditor')
  await openBrowserWithRole(app, alice, 'owner')
  const [revoked, expired] = [await issueTestApiToken(browser), await issueTestApiToken(browser, ['figures.read'], 1)]
  await browser.send('DELETE', `/api/admin/api-tokens/${revoked.token.id}`)
  const ofNobody = await issueTestApiToken(browser, ['figures.read'], 30)
  app.clock.now += 86_400_000
  await app.database.queries.updateTable('people').set({ status: 'suspended' }).where('id', '=', personId).execute()
  const answers = []
  for (const secret of [
    revoked.secret,
    expired.secret,
    ofNobody.secret,
    `cst_${'A'.repeat(43)}`,
    'cst_short',
    'eyJ',
    '',
  ]) {
    const { statusCode, headers, body } = await callWithApiToken(app, secret, 'GET', steps)
    answers.push(
      JSON.stringify([statusCode, headers['www-authenticate'], { ...(JSON.parse(body) as object), instance: '' }]),
    )
  }
  expect(new Set(answers).size).toBe(1)
  expect(JSON.parse(answers[0] ?? '')).toMatchObject([
    401,
    'Bearer error="invalid_token"',
    { code: 'api_token.invalid' },
  ])
})
