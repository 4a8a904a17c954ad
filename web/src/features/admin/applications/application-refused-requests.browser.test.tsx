// The tab "Refused requests" of an application, and the same details on the error page.
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { listPermissionsOfAdminRoles } from '@countersign/api/admin-role-permissions'
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { ErrorCodeExplanationScreen } from '../../../app/screens/ErrorCodeExplanationScreen.tsx'
import { LanguageProvider } from '../../../i18n/LanguageProvider.tsx'
import { loadTranslations } from '../../../i18n/browser-language-negotiation.ts'
import { ScreenReaderAnnouncer } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { renderApplicationAdminPage } from '../../../testing/application-page-fixtures.tsx'
import { FakeErrorResponse, startFakeApiServer } from '../../../testing/fake-api-server.ts'
import type { FakeApiResponses, FakeApiServer } from '../../../testing/fake-api-server.ts'
import {
  expectRenderedPageAccessible,
  expectRenderedPageFitsWidth,
} from '../../../testing/render-admin-page-for-tests.tsx'
import type { RefusedRequestProblem } from '../../refused-requests/RefusedRequestDetails.tsx'

const requestId = '01k2m3n4p5q6r7s8t9v0w1x2y3'

const problem: RefusedRequestProblem = {
  application: 'wiki',
  at: '2026-01-01T00:00:00.000Z',
  firstAt: '2026-01-01T00:00:00.000Z',
  count: 3,
  caller: 'unknown',
  requestId,
  endpoint: '/authorize',
  error: 'invalid_redirect_uri',
  description: 'redirect_uri did not match',
  entry: 'redirect-unregistered',
  help: 'https://sign-in.example/troubleshooting#redirect-unregistered',
  sent: { redirect_uri: 'https://evil.example/<img src=x onerror=alert(1)>' },
  expected: { redirect_uri: ['https://wiki.example/callback', 'https://wiki.example/other'] },
  nearest: 'https://wiki.example/callback',
  change: 'Correct the URI in the application.',
  command: 'npx countersign application change wiki --redirect URI --redirect URI',
}

test('O34: the tab shows what was sent, what was expected and what to change, as plain text', async () => {
  await renderApplicationAdminPage(
    '/admin/applications/wiki/problems',
    { readApplicationProblems: { problems: [problem] } },
    { viewport: [360, 740] },
  )
  await expect.element(page.getByText('https://evil.example/<img src=x onerror=alert(1)>')).toBeVisible()
  await expect.element(page.getByText('Most similar')).toBeVisible()
  await expect.element(page.getByText(/3 times · Unknown caller/)).toBeVisible()
  await expect.element(page.getByText('npx countersign application change wiki')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Troubleshooting' }))
    .toHaveAttribute('href', '/troubleshooting#redirect-unregistered')
  expectRenderedPageFitsWidth()
  await expectRenderedPageAccessible()
})

test('the tab says that no request was refused, and shows a load error', async () => {
  const server = await renderApplicationAdminPage('/admin/applications/wiki/problems', {
    readApplicationProblems: new FakeErrorResponse('database.unavailable'),
  })
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect.element(retry).toBeVisible()
  server.setResponses({ readApplicationProblems: { problems: [] } })
  await retry.click()
  await expect.element(page.getByText('No refused requests')).toBeVisible()
})

async function renderErrorPage(answers: FakeApiResponses): Promise<FakeApiServer> {
  const before = location.href
  history.replaceState(null, '', `/error?code=application.redirect_uri_not_registered&request=${requestId}`)
  onTestFinished(() => history.replaceState(null, '', before))
  const server = startFakeApiServer(answers)
  const files = ['common', 'public'] as const
  const messages = await loadTranslations('en', files)
  await render(
    <LanguageProvider language="en" messages={messages} files={files}>
      <ScreenReaderAnnouncer>
        <ErrorCodeExplanationScreen />
      </ScreenReaderAnnouncer>
    </LanguageProvider>,
  )
  return server
}

const person = {
  id: '01890000-0000-7000-8000-000000000001',
  displayName: 'Ada',
  picture: null,
  address: null,
  walletName: null,
  walletPicture: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}

const signedInWith = (roles: AdminRole[], trusted = true): FakeApiResponses => ({
  readSession: { person, session: null },
  readAdminSession: { roles, permissions: listPermissionsOfAdminRoles(roles), trusted },
})

test('the error page shows the details to a signed-in owner', async () => {
  await renderErrorPage({ ...signedInWith(['owner']), readRefusedRequest: { problems: [problem] } })
  await expect.element(page.getByRole('heading', { name: 'Details for developers' })).toBeVisible()
  await expect.element(page.getByText('Correct the URI in the application.')).toBeVisible()
})

test('the error page links an owner in a browser that is not trusted to its confirmation', async () => {
  await renderErrorPage(signedInWith(['owner'], false))
  await expect.element(page.getByRole('link', { name: 'Confirm this browser' })).toHaveAttribute('href', '/admin')
  expect(page.getByText('Correct the URI in the application.').query()).toBeNull()
  await expectRenderedPageAccessible()
})

// Unexpected calls fail the test, so these pages never ask for the refused request.
test.each([
  ['no one is signed in', 'readSession', { readSession: { person: null, session: null } }],
  ['the person has no role', 'readAdminSession', signedInWith([])],
] as const)('the error page shows no details if %s', async (_case, lastCall, answers) => {
  const server = await renderErrorPage(answers)
  await expect.element(page.getByText(requestId)).toBeVisible()
  await expect.poll(() => server.getSentBodies(lastCall).length).toBe(1)
  expect(page.getByText('Details for developers').query()).toBeNull()
})
