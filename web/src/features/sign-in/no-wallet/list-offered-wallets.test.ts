import { walletAppCatalog } from '@countersign/api/wallet-app-catalog'
import { expect, test } from 'vitest'
import { translateMessageList } from '../../../i18n/ui-translation-functions.ts'
import { buildWalletDeepLinks } from '../proof-flow/wallet-deep-links.ts'
import { createTestTranslator } from '../../../testing/create-test-translator.ts'
import { getWalletDownloadUrl, listOfferedWallets, detectWalletDownloadPlatform } from './list-offered-wallets.ts'

const all = walletAppCatalog.map(({ id }) => id)
const idsOf = (namespaces: ('eip155' | 'solana' | 'bip122')[], wallets: string[] = all) =>
  listOfferedWallets({ namespaces, wallets }).map(({ id }) => id)

test('offers only the wallets that the operator configured, in the configured order', () => {
  expect(idsOf(['eip155', 'solana', 'bip122'])).toEqual(all)
  expect(idsOf(['eip155'], ['rabby', 'metamask', 'of-a-newer-server'])).toEqual(['rabby', 'metamask'])
  expect(idsOf(['eip155'], [])).toEqual([])
})

test('does not offer a wallet that supports none of the accepted chain families', () => {
  expect(idsOf(['bip122'])).toEqual(['xverse', 'leather'])
  expect(idsOf(['solana'])).not.toContain('xverse')
  expect(idsOf(['eip155'])).not.toContain('solflare')
})

test('wallet deep links omit the URL fragment', () => {
  const links = buildWalletDeepLinks(
    'https://a.example/sign-in?interaction=b#secret',
    listOfferedWallets({ namespaces: ['eip155'], wallets: all }),
  )
  expect(links.length).toBeGreaterThanOrEqual(4)
  expect(links.filter(({ href }) => href.includes('secret'))).toEqual([])
  expect(links.map(({ name }) => name)).not.toContain('Rabby Wallet')
})

test.each(['en', 'de'] as const)('%s: the explanation of a wallet has four sentences', (language) => {
  const what = translateMessageList(createTestTranslator(language), 'noWallet.what')
  expect(what).toHaveLength(4)
  for (const sentence of what) expect(sentence).toMatch(/^\p{Lu}[^.!?]*\.$/u)
})

const browsers = [
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    5,
    'android',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 5, 'android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    5,
    'ios',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 0, 'none'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, 'firefox'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    10,
    'chromium',
  ],
] as const

test.each(browsers)(
  '%s with %i touch points is offered downloads for its platform',
  (userAgent, maxTouchPoints, platform) => {
    expect(detectWalletDownloadPlatform({ userAgent, maxTouchPoints })).toBe(platform)
    const had = walletAppCatalog.flatMap((wallet) => getWalletDownloadUrl(wallet, platform) ?? [])
    expect(had.length > 0).toBe(platform !== 'none')
  },
)
