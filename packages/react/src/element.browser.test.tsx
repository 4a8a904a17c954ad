// Tests the web component in a browser, with a fake sign-in server.
import { waitUntilPassing } from '@countersign/testing/wait-until-passing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createFakeSignInServer, issuer } from './testing/fake-sign-in-server.ts'
import './element.ts'

beforeEach(() => {
  vi.stubGlobal('fetch', createFakeSignInServer(() => Date.now()).fetch)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test('attributes that a framework sets after it inserted the element count', async () => {
  const element = document.createElement('countersign-button')
  document.body.append(element)
  for (const [name, value] of Object.entries({ issuer, 'client-id': 'shop' })) element.setAttribute(name, value)
  await waitUntilPassing(() => expect(element.getAttribute('status')).toBe('signed-out'))
  const opened: string[] = []
  vi.stubGlobal('open', () => ({
    closed: false,
    close: () => {},
    location: { replace: (url: string) => opened.push(url) },
  }))
  await page.getByRole('button', { name: 'Sign in with your wallet' }).click()
  await waitUntilPassing(() =>
    expect(opened).toEqual([expect.stringMatching(`^${issuer}/authorize\\?client_id=shop&`)]),
  )
})

test('the element needs neither markup nor inline styles, so a Content Security Policy can forbid them', async () => {
  const assignMarkup = vi.spyOn(ShadowRoot.prototype, 'innerHTML', 'set')
  document.body.append(document.createElement('countersign-button'))
  const button = page.getByRole('button', { name: 'Sign in with your wallet' })
  await expect.element(button).toBeVisible()
  expect(assignMarkup).not.toHaveBeenCalled()
  expect(document.querySelector('countersign-button')!.shadowRoot!.querySelector('style')).toBe(null)
  expect(button.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})
