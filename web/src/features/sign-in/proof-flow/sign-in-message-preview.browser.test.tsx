// Tests the preview of a message that is bound to the request of an application.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
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
