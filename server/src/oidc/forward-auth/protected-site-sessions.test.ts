// Sessions on protected sites: age, use, denial and sign-out (THREATS O13, O16).
import { expect, test } from 'vitest'
import { changeApplicationDefinition } from '../../store/applications/change-application-definition.ts'
import { findApplicationById } from '../../store/applications/application-store.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { getRedirectLocation } from '../../testing/oidc-application-test-steps.ts'
import {
  ProtectedSiteBrowser,
  addProtectedTestSite,
  createProtectedSiteSignInUrl,
  createProtectedSiteTestServer,
} from '../../testing/protected-site-test-steps.ts'

const wiki = 'wiki.example'

test('O16: a site requires a new sign-in if the last one is too old or used another method', async () => {
  const app = await createProtectedSiteTestServer()
  await addProtectedTestSite(app, { maxAgeSeconds: 600 })
  const { queries } = app.database
  const browser = new ProtectedSiteBrowser(app)
  await browser.signInAndOpen(wiki)
  app.pass(600_000)
  expect((await browser.checkRequest(wiki)).statusCode).toBe(200)
  app.pass(1000)
  expect((await browser.checkRequest(wiki)).statusCode).toBe(302)
  await browser.signInAndOpen(wiki)
  expect((await browser.checkRequest(wiki)).statusCode).toBe(200)
  const visits = queries.selectFrom('provider_records').select('id_hash').where('kind', '=', 'SiteVisit')
  expect(await visits.execute()).toHaveLength(1)
  const record = await findApplicationById(queries, 'wiki')
  if (record === undefined) throw new Error('no site')
  const definition = { ...record.definition, signInMethods: ['passkey' as const] }
  await changeApplicationDefinition({ queries, random: systemRandomBytes }, { definition }, app.clock.now)
  expect((await browser.checkRequest(wiki)).statusCode).toBe(302)
})

test('site visits keep the session active and are recorded at most once a minute', async () => {
  const app = await createProtectedSiteTestServer()
  await addProtectedTestSite(app)
  const browser = new ProtectedSiteBrowser(app)
  await browser.signInAndOpen(wiki)
  const seen = async (): Promise<number> =>
    Number(
      (await app.database.queries.selectFrom('sessions').select('last_seen_at').executeTakeFirstOrThrow()).last_seen_at,
    )
  const before = await seen()
  app.pass(59_000)
  await browser.checkRequest(wiki)
  expect(await seen()).toBe(before)
  app.pass(1000)
  await browser.checkRequest(wiki)
  expect(await seen()).toBe(app.clock.now)
})

test('a denied site sign-in and a redirect loop each show an explanatory page', async () => {
  const app = await createProtectedSiteTestServer()
  await addProtectedTestSite(app, { name: 'Wiki <b>' })
  const browser = new ProtectedSiteBrowser(app)
  const signInResponse = await browser.openServerUrl(createProtectedSiteSignInUrl(wiki, '/one'))
  const state = new URL(getRedirectLocation(signInResponse)).searchParams.get('state') ?? ''
  const iss = 'https://sign-in.example'
  const query = new URLSearchParams({ error: 'access_denied', state, iss })
  const denied = await browser.openServerUrl(`https://wiki.example/.countersign/callback?${query}`)
  expect(denied.statusCode).toBe(403)
  expect(denied.body).toContain('Wiki &#60;b&#62; needs to know who you are')
  expect(denied.body).toContain('href="https://wiki.example/one"')
  const answers = []
  for (let round = 0; round < 9; round++)
    answers.push((await browser.openServerUrl(createProtectedSiteSignInUrl(wiki, '/one'))).statusCode)
  expect(answers).toEqual([303, 303, 303, 303, 303, 303, 303, 200, 200])
  app.pass(30_000)
  expect((await browser.openServerUrl(createProtectedSiteSignInUrl(wiki, '/one'))).statusCode).toBe(303)
})

test('O13: site sign-out needs confirmation on the sign-in server, then ends access to the site', async () => {
  const app = await createProtectedSiteTestServer()
  await addProtectedTestSite(app)
  const browser = new ProtectedSiteBrowser(app)
  await browser.signInAndOpen(wiki)
  const away = new URL(getRedirectLocation(await browser.openServerUrl('https://wiki.example/.countersign/sign-out')))
  expect(away.origin).toBe('https://sign-in.example')
  const asked = await browser.signInBrowser.send('GET', `${away.pathname}${away.search}`)
  expect((await browser.checkRequest(wiki)).statusCode).toBe(200)
  const request = new URL(getRedirectLocation(asked), away).searchParams.get('request')
  const ended = await browser.signInBrowser.send('POST', `/api/sign-out-requests/${request}/confirm`)
  expect([asked.statusCode, ended.statusCode, ended.json<{ next: string }>().next]).toEqual([
    303,
    200,
    'https://wiki.example/.countersign/signed-out',
  ])
  expect((await browser.checkRequest(wiki)).statusCode).toBe(302)
  expect((await browser.openServerUrl('https://wiki.example/.countersign/signed-out')).body).toContain(
    'You’re signed out',
  )
})
