// Application screens without permission, and with unusual names and lists.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  expectRenderedPageAccessible,
  expectRenderedPageFitsWidth,
  focusByTabAndPressEnter,
} from '../../../testing/render-admin-page-for-tests.tsx'
import {
  wikiApplicationListItemFixture,
  createFailedApplicationCheckFixture,
  findTextField,
  renderApplicationAdminPage,
} from '../../../testing/application-page-fixtures.tsx'

test('N11: the new-application form explains to an auditor why the button is disabled', async () => {
  await renderApplicationAdminPage('/admin/new-application?kind=web', {}, { role: 'auditor' })
  const connectIt = page.getByRole('button', { name: 'Connect application' })
  await expect.element(connectIt).toHaveAttribute('aria-disabled', 'true')
  await expect
    .element(connectIt)
    .toHaveAccessibleDescription('Only an administrator or an owner can do this. Your role: Auditor.')
})

test('N11: the empty application list disables the connect button for an auditor', async () => {
  await renderApplicationAdminPage('/admin/applications', {}, { role: 'auditor' })
  await expect.element(page.getByText('No applications yet')).toBeVisible()
  const connect = page.getByRole('button', { name: 'Connect an application' })
  await expect.element(connect).toHaveAttribute('aria-disabled', 'true')
  await expectRenderedPageAccessible()
})

test('N4: a script in the name or URI of an application is rendered as plain text', async () => {
  const name = '<img src=x onerror=alert(1)>\u202ex'
  const items = [{ ...wikiApplicationListItemFixture, name, uri: 'javascript:alert(1)', signInsByDay: [] }]
  await renderApplicationAdminPage('/admin/applications', { listApplications: { items, nextCursor: null, total: 1 } })
  await expect.element(page.getByRole('link', { name: '<img src=x onerror=alert(1)>x' })).toBeVisible()
  expect(document.querySelector('a[href^="javascript"]')).toBeNull()
  expectRenderedPageFitsWidth()
})

test('a long application list is accessible on a phone and navigable by keyboard', async () => {
  const items = Array.from({ length: 50 }, (_, place) => ({
    ...wikiApplicationListItemFixture,
    id: `a${place}`,
    name: `${'Unterkunft'.repeat(5)} ${place}`,
    people: 1_234_567,
    enabled: place % 2 === 0,
    origin: 'registration' as const,
    signInsByDay: [],
  }))
  const list = { listApplications: { items, nextCursor: null, total: 50 } }
  const { history } = await renderApplicationAdminPage('/admin/applications', list, { viewport: [360, 740] })
  await expect.element(page.getByRole('row')).toHaveLength(51)
  await expectRenderedPageAccessible()
  expect(window.innerWidth).toBe(360)
  await focusByTabAndPressEnter(page.getByRole('link', { name: /Unterkunft.* 0$/ }))
  await expect.poll(() => history.location.pathname).toBe('/admin/applications/a0')
})

test('definition errors are shown in German', async () => {
  const fault = (path: string, code: 'address_http' | 'address_printed' | 'sign_in_methods_needed', values = {}) =>
    ({ path, code, message: '', values }) as const
  const server = await renderApplicationAdminPage(
    '/admin/new-application?kind=web',
    { checkApplication: createFailedApplicationCheckFixture(fault('redirectUris[0]', 'address_http')) },
    { language: 'de' },
  )
  const redirect = findTextField('Redirect-URIs')
  await redirect.fill('http://buch.example/zurueck')
  await expect
    .element(
      page.getByText(
        'Sie muss mit „https://“ beginnen; einfaches http gibt es nur für localhost, 127.0.0.1 und [::1].',
      ),
    )
    .toBeVisible()
  server.setResponses({
    checkApplication: createFailedApplicationCheckFixture(
      fault('redirectUris[0]', 'address_printed', { address: 'https://buch.example/' }),
    ),
  })
  await redirect.fill('https://BUCH.example/')
  await expect
    .element(page.getByText('Schreiben Sie sie, wie Browser sie schreiben: „https://buch.example/“.'))
    .toBeVisible()
  server.setResponses({
    checkApplication: createFailedApplicationCheckFixture(fault('signInMethods', 'sign_in_methods_needed')),
  })
  await redirect.fill('https://buch.example/')
  await expect.element(redirect).toHaveAttribute('aria-invalid', 'false')
  await page.getByText(/^Weitere Einstellungen/).click()
  await expect.element(page.getByText('Mindestens eines: sonst könnte sich niemand anmelden.')).toBeVisible()
  await expectRenderedPageAccessible()
})
