// Tests untrusted texts on the pages about an application.
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import {
  createApplicationGrantFixture,
  registeredApplicationFixture,
} from '../src/consent-and-connected-application-fixtures.ts'
import {
  mockAccountApiEndpoints,
  openApplicationSignIn,
  openConsentPage,
  openDeviceRequestPage,
} from '../src/consent-page-test-steps.ts'
import { waitUntilPageLoaded } from '../src/wait-until-page-loaded.ts'
import { deceptiveDisplayNames, xssPayloads } from '../src/xss-payloads.ts'
import { mockApiEndpointResponse } from '../src/api-response-mocking-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('privacy and terms links show their host, open in a new tab, and must be https', async ({ page }) => {
  await openConsentPage(page, {
    links: { policy: 'https://notes.example/privacy', terms: 'https://legal.notes.example/terms' },
  })
  const [policy, terms] = [
    page.getByRole('link', { name: 'Privacy policy' }),
    page.getByRole('link', { name: 'Terms of service' }),
  ]
  await expect(policy).toHaveAttribute('href', 'https://notes.example/privacy')
  await expect(terms).toHaveAttribute('href', 'https://legal.notes.example/terms')
  await expect(terms).toHaveAttribute('target', '_blank')
  await expect(terms).toHaveAttribute('rel', 'noreferrer')
  await expect(page.getByText('(legal.notes.example)')).toBeVisible()
  await expectAccessible(page)
  await openConsentPage(page, { links: { policy: 'javascript:alert(1)', terms: 'https://notes.example/terms' } })
  await expect(terms).toHaveAttribute('href', 'https://notes.example/terms')
  await expect(policy).toHaveCount(0)
})

test('the signed-out page links to the home page of the application if the URL is safe', async ({ page }) => {
  await mockApiEndpointResponse(page, 'readApplicationHome', {
    application: { id: 'notes', name: 'Notes', logo: null, uri: 'https://notes.example/' },
  })
  await page.goto('/signed-out?application=notes')
  await expect(page.getByRole('link', { name: 'Back to Notes' })).toHaveAttribute('href', 'https://notes.example/')
  await expectAccessible(page)
  await mockApiEndpointResponse(page, 'readApplicationHome', {
    application: { id: 'notes', name: 'Notes', logo: null, uri: 'javascript:alert(1)' },
  })
  await page.goto('/signed-out?application=notes')
  await waitUntilPageLoaded(page)
  await expect(page.getByRole('link', { name: 'Sign in again' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Back to/ })).toHaveCount(0)
})

test('N4: hostile application names are shown as text', async ({ context }) => {
  const names = [...xssPayloads, ...deceptiveDisplayNames]
  const all = await context.newPage()
  await mockAccountApiEndpoints(all)
  const items = names.map((name, number) =>
    createApplicationGrantFixture(number, {
      application: {
        ...registeredApplicationFixture,
        id: `n${number}`,
        name,
        logo: xssPayloads[number] ?? null,
        uri: xssPayloads[4],
      },
    }),
  )
  await mockApiEndpointResponse(all, 'listGrants', { items, nextCursor: null })
  await all.goto('/account/applications')
  await expect(all.getByRole('list', { name: 'Your applications' }).getByRole('heading', { level: 2 })).toHaveCount(
    names.length,
  )
  await expectNoScriptRan(all)
  await expectAccessible(all)
  await all.close()

  for (const name of [xssPayloads[0], xssPayloads[1], ...deceptiveDisplayNames.slice(1, 3)]) {
    const page = await context.newPage()
    await page.setViewportSize({ width: 360, height: 740 })
    const application = { ...registeredApplicationFixture, name, logo: name }
    const resources = [{ resource: name, scopes: [name, name] }]
    await openApplicationSignIn(page, { application, destination: name })
    await expectPlainText(page, 'You’ll continue to')
    await openConsentPage(page, { application, destination: name, resources })
    await expectPlainText(page, 'You’ll continue to')
    await openDeviceRequestPage(page, {
      application,
      resources,
      userAgent: name,
      networkPrefix: name,
      userCode: name.slice(0, 9),
    })
    await expectPlainText(page, 'Does your device show')
    await page.close()
  }
})

async function expectPlainText(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectNoScriptRan(page)
}

test('N4: the error page shows only the request ID from its URL', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = '01k4x9q0e5m3h7t2v8b6n1c0da'
  await page.goto(
    `/error?code=application.not_registered&request=${id}&error_description=${encodeURIComponent(xssPayloads[0])}`,
  )
  await page.getByRole('button', { name: 'Copy request ID' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  expect(await page.getByRole('main').textContent()).not.toContain('taken')
  await page.goto(`/error?code=application.not_registered&request=${encodeURIComponent(`${id}<b>`)}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Request ID')).toBeHidden()
})

async function expectNoScriptRan(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'taken' in window)).toBe(false)
}
