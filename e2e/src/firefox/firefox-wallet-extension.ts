import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'puppeteer-core'

export const extensionWalletName = 'Extension Wallet'

const id = 'wallet@countersign.test'

const manifest = {
  manifest_version: 2,
  name: extensionWalletName,
  version: '1.0',
  browser_specific_settings: { gecko: { id } },
  content_scripts: [{ matches: ['<all_urls>'], run_at: 'document_start', js: ['content.js'] }],
}

/** Runs in the page and announces the wallet, if the page's CSP allows it. */
const wallet = `
  const info = { uuid: '${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}', name: '${extensionWalletName}', rdns: 'test.extension', icon: '' }
  const detail = Object.freeze({ info, provider: { request: async () => [] } })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
`

const injectionScripts = {
  'an inline script': `
    const script = document.createElement('script')
    script.textContent = wallet
    document.documentElement.append(script)
    script.remove()
  `,
  eval: 'window.wrappedJSObject.eval(wallet)',
} as const

export type WalletInjectionMethod = keyof typeof injectionScripts

/** Injection methods that our CSP blocks in Firefox. */
export const cspBlockedWalletInjectionMethods = Object.keys(injectionScripts) as WalletInjectionMethod[]

export async function runWithFirefoxWalletExtension(
  browser: Browser,
  injection: WalletInjectionMethod,
  run: () => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-extension-'))
  try {
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
    writeFileSync(
      join(folder, 'content.js'),
      `{ const wallet = ${JSON.stringify(wallet)}; ${injectionScripts[injection]} }`,
    )
    await browser.installExtension(folder)
    await run()
  } finally {
    await browser.uninstallExtension(id)
    rmSync(folder, { recursive: true, force: true })
  }
}
