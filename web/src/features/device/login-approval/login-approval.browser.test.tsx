// Tests the page that approves `countersign login`, with a server that the test plays.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { LanguageProvider } from '../../../i18n/LanguageProvider.tsx'
import { loadTranslations } from '../../../i18n/browser-language-negotiation.ts'
import type { InterfaceLanguage } from '../../../i18n/browser-language-negotiation.ts'
import { FakeErrorResponse, startFakeApiServer } from '../../../testing/fake-api-server.ts'
import type { FakeApiResponses } from '../../../testing/fake-api-server.ts'
import { expectRenderedPageAccessible } from '../../../testing/render-admin-page-for-tests.tsx'
import { ScreenReaderAnnouncer } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { UserCodeScreen } from '../UserCodeScreen.tsx'
import '../../../app/public.css'

const files = ['common', 'consent', 'person'] as const
const [requestedAt, expiresAt] = ['2026-01-15T12:00:00.000Z', '2026-01-15T12:10:00.000Z']

const loginRequest: ApiEndpointOutput<'readLoginRequest'> = {
  userCode: 'KQMR-TWX7',
  machine: 'laptop',
  permissions: ['people.read', 'applications.change'],
  lifetimeSeconds: 43_200,
  userAgent: 'countersign/1.2.3 (linux)',
  networkPrefix: '192.0.2.0/24',
  sameNetwork: true,
  requestedAt,
  expiresAt,
}

async function openCode(answers: FakeApiResponses, language: InterfaceLanguage = 'en') {
  const before = location.href
  history.replaceState(null, '', '?user_code=kqmr-twx7')
  onTestFinished(() => history.replaceState(null, '', before))
  document.documentElement.lang = language
  const server = startFakeApiServer({ readLoginRequest: loginRequest, ...answers })
  await render(
    <LanguageProvider language={language} messages={await loadTranslations(language, files)} files={files}>
      <ScreenReaderAnnouncer>
        <main>
          <UserCodeScreen />
        </main>
      </ScreenReaderAnnouncer>
    </LanguageProvider>,
  )
  return server
}

const button = (name: string) => page.getByRole('button', { name })
const approve = () => button('Approve this command line')

test('N23: the page shows the code, the computer, the network and the rights before it approves', async () => {
  const server = await openCode({ approveLoginRequest: undefined })
  await expect.element(page.getByRole('heading', { name: 'The command line on “laptop”' })).toBeVisible()
  for (const text of [
    'KQMR-TWX7',
    '192.0.2.0/24',
    'Countersign 1.2.3 on Linux',
    'For 12 hours, it could do this as you:',
    'Change applications',
    'It can never change roles, settings or tokens.',
    'Approve this only if you ran “countersign login” yourself.',
  ])
    await expect.element(page.getByText(text)).toBeVisible()
  expect(server.getSentBodies('approveLoginRequest')).toEqual([])
  await approve().click()
  await expect.element(page.getByRole('heading', { name: 'The command line is approved' })).toBeVisible()
  expect(server.getSentBodies('approveLoginRequest')).toEqual([{ userCode: 'KQMR-TWX7' }])
})

test('N23: the page warns of a request from another network, and denies it', async () => {
  await openCode({ readLoginRequest: { ...loginRequest, sameNetwork: false }, denyLoginRequest: undefined })
  await expect.element(page.getByText('came from a different network than yours')).toBeVisible()
  await button('This wasn’t me').click()
  await expect.element(page.getByRole('heading', { name: 'The command line was denied' })).toBeVisible()
})

test('a step-up is requested in the page, and the approval can then still be refused', async () => {
  await openCode({
    approveLoginRequest: new FakeErrorResponse('step_up.required'),
    listWallets: { items: [], nextCursor: null, most: 10 },
    listPasskeys: { items: [], nextCursor: null, most: 10, acceptedCredentials: null },
  })
  await approve().click()
  await expect.element(page.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible()
  await expect.element(approve()).not.toBeInTheDocument()
})

test.each([
  ['login.browser_not_trusted', 'This browser is too new to approve a command line.'],
  ['login.invalid', 'This code is wrong, has expired or was already used.'],
  ['api_token.too_many', 'token'],
] as const)('the approval shows the error %s', async (code, text) => {
  await openCode({ approveLoginRequest: new FakeErrorResponse(code) })
  await approve().click()
  await expect.element(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
})

test('the page explains to a person without a role why the login cannot be approved', async () => {
  await openCode({ readLoginRequest: new FakeErrorResponse('login.role_required') })
  await expect.element(page.getByText('You have no role in the administration of this server.')).toBeVisible()
})

test('the page is accessible, in German too', async () => {
  await openCode({}, 'de')
  await expect.element(page.getByText('12 Stunden lang dürfte sie in Ihrem Namen:')).toBeVisible()
  await expectRenderedPageAccessible()
})
