// Tests the preview of the message to sign: the one-time code, and a message that is bound to the
// request of an application.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { LanguageProvider } from '../../../i18n/LanguageProvider.tsx'
import { loadTranslations } from '../../../i18n/browser-language-negotiation.ts'
import { walletMessageToSignFixture } from '../../../testing/wallet-proof-phase-fixtures.ts'
import { SignInMessagePreview } from './SignInMessagePreview.tsx'

const files = ['common', 'sign-in'] as const
const resources = ['urn:countersign:binding:sha256:26HgSktu_Py3vPEK43LFN1waQzb5kDPw4AQKoY12OXI']

test.each([
  ['en', 'This sign-in only. The application can check that.'],
  ['de', 'Nur diese Anmeldung. Die Anwendung kann das prüfen.'],
] as const)('the message preview says in plain words that a message is bound (%s)', async (language, text) => {
  const messages = await loadTranslations(language, files)
  const show = (message: typeof walletMessageToSignFixture.message) => (
    <LanguageProvider language={language} messages={messages} files={files}>
      <SignInMessagePreview draft={{ ...walletMessageToSignFixture, message }} purpose="sign-in" />
    </LanguageProvider>
  )
  const { message } = walletMessageToSignFixture
  const { rerender } = await render(show({ ...message, resources }))
  await expect.element(page.getByText(text)).toBeVisible()
  await rerender(show(message))
  await expect.element(page.getByText(text)).not.toBeInTheDocument()
})

test.each([
  ['en', 'Show all One-time code', 'Show less One-time code', 'Show the exact text'],
  ['de', 'Ganz zeigen Einmal-Code', 'Kürzen Einmal-Code', 'Genauen Wortlaut zeigen'],
] as const)('the one-time code is short until the person shows all of it (%s)', async (language, show, hide, exact) => {
  const nonce = `8fK3${'a1'.repeat(32)}x9Qd`
  const message = { ...walletMessageToSignFixture.message, nonce }
  const text = `site.example wants you to sign in.\n\nNonce: ${nonce}\nIssued At: 2026-01-05T09:00:00Z`
  await render(
    <LanguageProvider language={language} messages={await loadTranslations(language, files)} files={files}>
      <SignInMessagePreview draft={{ ...walletMessageToSignFixture, message, text }} purpose="sign-in" />
    </LanguageProvider>,
  )
  await expect.element(page.getByText('8fK3…x9Qd')).toBeVisible()
  await expect.element(page.getByText(nonce)).not.toBeInTheDocument()

  const toggle = page.getByRole('button', { name: show })
  toggle.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(nonce)).toBeVisible()
  await expect.element(page.getByRole('button', { name: hide, expanded: true })).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText('8fK3…x9Qd')).toBeVisible()

  await page.getByRole('button', { name: exact }).click()
  expect(document.querySelector('pre')?.textContent).toBe(text)
})

test('a short one-time code is shown whole, without a button', async () => {
  const message = { ...walletMessageToSignFixture.message, nonce: 'abcdefgh01234567' }
  await render(
    <LanguageProvider language="en" messages={await loadTranslations('en', files)} files={files}>
      <SignInMessagePreview draft={{ ...walletMessageToSignFixture, message }} purpose="sign-in" />
    </LanguageProvider>,
  )
  await expect.element(page.getByText('abcdefgh01234567')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /One-time code/ })).not.toBeInTheDocument()
})
