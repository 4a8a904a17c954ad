import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { LanguageProvider } from '../i18n/LanguageProvider.tsx'
import { loadTranslations } from '../i18n/browser-language-negotiation.ts'
import { Dialog } from './Dialog.tsx'
import '../app/admin.css'

const files = ['common'] as const

function LongPageWithStickyOpener() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <div className="h-[300vh]" />
      <div className="sticky bottom-0">
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
      </div>
      {isOpen && (
        <Dialog title="Question" onClose={() => setIsOpen(false)}>
          Text
        </Dialog>
      )}
    </div>
  )
}

test('the page stays in place when a dialog gives the focus back to a sticky bar', async () => {
  await page.viewport(1280, 900)
  await render(
    <LanguageProvider language="en" messages={await loadTranslations('en', files)} files={files}>
      <LongPageWithStickyOpener />
    </LanguageProvider>,
  )
  const opener = page.getByRole('button', { name: 'Open' })
  const element = opener.element() as HTMLElement
  element.focus({ preventScroll: true })
  element.click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(opener).toHaveFocus()
  expect(window.scrollY).toBe(0)
})
