// Tests attacks from another site on a signed-in and on a signed-out browser.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { createHttpTestBrowser, signTestChallenge } from '../src/http-test-browser.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import { openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { startAttackerTestSite } from '../src/attacker-test-site.ts'
import type { AttackerTestSite } from '../src/attacker-test-site.ts'
import { expect, test } from './server-playwright-fixtures.ts'

for (const kind of ['crossSite', 'sameSite'] as const) {
  test.describe(`An attacker’s page (${kind})`, () => {
    let site: AttackerTestSite
    test.use({
      allowedErrors:
        /^foreign request: http:\/\/(127\.0\.0\.1|localhost):|^console: (Framing|Access to fetch|Refused to frame)/,
    })
    test.beforeAll(async () => {
      site = await startAttackerTestSite()
    })
    test.afterAll(() => site.close())

    test('N3: cannot frame any page of this site', async ({ page, server }) => {
      const paths = ['/', '/sign-in', '/account', '/signed-out', '/nothing']
      site.setPageBody(paths.map((path) => `<iframe src="${server.origin}${path}"></iframe>`).join(''))
      await page.goto(site[kind])
      const frames = () => page.frames().slice(1)
      await expect
        .poll(() => frames().map((frame) => frame.url()))
        .toEqual(paths.map(() => 'chrome-error://chromewebdata/'))
    })

    test('N1, M4, M17: cannot plant a session in this browser by form or script', async ({ page, context, server }) => {
      const stranger = createHttpTestBrowser(server.origin)
      const signed = signTestChallenge(await stranger.createChallenge(), ethereumTestKeys.carol)
      const body = JSON.stringify(signed)
      await page.goto('/sign-in')
      await expect(page.getByRole('button', { name: 'Demonstration wallet' })).toBeVisible()
      site.setPageBody(
        `<form method="post" enctype="text/plain" action="${server.origin}/api/sign-in"><input name='${body.slice(0, -1)},"x":"' value='"}'></form>`,
      )
      await page.goto(site[kind])
      await page.evaluate(tryEveryPostMethod, { url: `${server.origin}/api/sign-in`, body })
      await page.evaluate(() => document.forms[0]?.submit())
      await page.waitForURL(`${server.origin}/api/sign-in`)
      await expect(page.getByText('request.cross_origin')).toBeVisible()
      expect(await readPersonIdFromSession(context, server.origin)).toBeNull()
      // The challenge is unaffected, and still works in the browser that requested it.
      expect((await stranger.signIn(signed)).status).toBe(200)
    })

    test('N1: cannot sign out this browser or read its session', async ({ page, context, server, key }) => {
      await openAccountWithFakeWallet(page, key)
      site.setPageBody(
        `<form method="post" action="${server.origin}/api/sign-out"></form><iframe src="${server.origin}/api/sign-out"></iframe>`,
      )
      await page.goto(site[kind])
      const read = await page.evaluate(
        (url) =>
          fetch(url, { credentials: 'include' }).then(
            (response) => response.text(),
            () => 'refused',
          ),
        `${server.origin}/api/session`,
      )
      expect(read).toBe('refused')
      await page.evaluate(tryEveryPostMethod, { url: `${server.origin}/api/sign-out`, body: '{}' })
      await page.evaluate(() => document.forms[0]?.submit())
      await page.waitForURL(`${server.origin}/api/sign-out`)
      expect(await readPersonIdFromSession(context, server.origin)).not.toBeNull()
    })
  })
}

test('M4: a challenge issued to one browser is refused in another, and the attempt spends it', async ({
  page,
  context,
  server,
}) => {
  const stranger = createHttpTestBrowser(server.origin)
  const signed = signTestChallenge(await stranger.createChallenge(), ethereumTestKeys.carol)
  await page.goto('/sign-in')
  const { origin } = server
  await page.request.post('/api/challenges', { headers: { origin }, data: { purpose: 'sign-in' } })
  const answer = await page.evaluate(async (body) => {
    const response = await fetch('/api/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return { status: response.status, problem: (await response.json()) as unknown }
  }, JSON.stringify(signed))
  expect(answer).toMatchObject({ status: 401, problem: { code: 'challenge.invalid' } })
  expect(await readPersonIdFromSession(context, server.origin)).toBeNull()
  expect((await stranger.signIn(signed)).status).toBe(401)
})

/** Runs in the attacker's page: tries every way in which a script can post. */
async function tryEveryPostMethod({ url, body }: { url: string; body: string }): Promise<void> {
  const post = (request: RequestInit): Promise<unknown> =>
    fetch(url, { method: 'POST', credentials: 'include', body, ...request }).catch(() => null)
  await post({ mode: 'no-cors' })
  await post({ mode: 'no-cors', headers: { 'content-type': 'text/plain' } })
  await post({ headers: { 'content-type': 'text/plain' } })
  await post({ headers: { 'content-type': 'application/json' } })
  navigator.sendBeacon(url, new Blob([body], { type: 'text/plain' }))
}
