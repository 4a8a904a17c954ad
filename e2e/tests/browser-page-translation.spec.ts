// Tests pages translated by the browser: translators wrap text in <font> or replace it, except in
// `translate="no"`.
import type { Page } from '@playwright/test'
import { installFakeWallet, shortenAddress, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

async function translate(page: Page, how: 'wrapped' | 'replaced'): Promise<void> {
  await page.addInitScript((how) => {
    const translateText = (text: Text) => {
      const parent = text.parentElement
      if (!parent || parent.closest('[translate=no], font, script, style, title') || !text.data.trim()) return
      const font = document.createElement('font')
      text.replaceWith(font)
      if (how === 'wrapped') font.append(text)
      else font.textContent = text.data.toUpperCase()
    }
    const translateAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      for (let node = root instanceof Text ? root : walker.nextNode(); node; node = walker.nextNode())
        texts.push(node as Text)
      for (const text of texts) translateText(text)
    }
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes)
        for (const node of addedNodes.length > 0 ? addedNodes : [target]) translateAll(node)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }, how)
}

for (const how of ['wrapped', 'replaced'] as const)
  test(`a person signs in and uses their account while the browser translates the page (text ${how})`, async ({
    page,
    key,
  }) => {
    await translate(page, how)
    await installFakeWallet(page, key)
    await page.goto('/sign-in')
    const host = page.getByText(new URL(page.url()).host)
    await expect(host.first()).toBeVisible()
    expect(await host.first().evaluate((element) => element.closest('font'))).toBeNull()
    await page.getByRole('button', { name: firstFakeWalletName }).click()
    await expect(page).toHaveURL(/\/account$/)
    const address = page.getByText(shortenAddress(key.address), { exact: true }).first()
    await expect(address).toBeVisible()
    expect(await address.evaluate((element) => element.closest('font'))).toBeNull()
    await expect(page.locator('font').first()).toBeAttached()
    for (const path of ['wallets', 'sessions', 'activity', 'data', 'passkeys', 'applications']) {
      await page.locator(`a[href="/account/${path}"]`).first().click()
      await expect(page).toHaveURL(new RegExp(`/account/${path}$`))
      await expect(page.locator('main h1')).toBeVisible()
    }
    await page.locator('button[lang=de]').click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.locator('button[lang=en]').click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/signed-out/)
  })

test('removing or inserting nodes in a translated page uses the <font> wrapper and never throws', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const html = await page.evaluate(() => {
    const make = (translate: (text: Text) => void, change: (parent: Node, text: Text) => void) => {
      const parent = document.createElement('div')
      const text = new Text('text')
      parent.append('first ', text)
      translate(text)
      change(parent, text)
      return parent.innerHTML
    }
    const wrap = (text: Text) => {
      const font = document.createElement('font')
      text.replaceWith(font)
      font.append(text)
    }
    const replace = (text: Text) => text.replaceWith('Text')
    const remove = (parent: Node, text: Text) => void parent.removeChild(text)
    const insert = (parent: Node, text: Text) => void parent.insertBefore(document.createElement('hr'), text)
    return [make(wrap, remove), make(wrap, insert), make(replace, remove), make(replace, insert)]
  })
  expect(html).toEqual(['first ', 'first <hr><font>text</font>', 'first Text', 'first Text<hr>'])
})
