import { chainNamespaces } from '@countersign/message/message-layout'
import { expect, test } from 'vitest'
import { walletAppCatalog } from './wallet-app-catalog.ts'

const page = new URL('https://sign-in.example/sign-in?interaction=abc&next=%2Faccount%3Fa%3Db%26c')
const addresses = walletAppCatalog.flatMap(({ extension, android, ios, source }) =>
  [extension?.address, android, ios, source].flatMap((address) => address ?? []),
)
const linked = walletAppCatalog.flatMap(({ name, link }) => (link === null ? [] : [[name, link] as const]))

test('every address in the wallet app catalog uses https and has no query, fragment or user name', () => {
  for (const address of addresses) {
    const { protocol, search, hash, username } = new URL(address)
    expect([address, protocol, search, hash, username]).toEqual([address, 'https:', '', '', ''])
  }
})

test('every wallet app has a unique name and ID, a chain namespace and a review date', () => {
  const lower = walletAppCatalog.map(({ name }) => name.toLowerCase())
  expect([new Set(lower).size, new Set(walletAppCatalog.map(({ id }) => id)).size]).toEqual([
    lower.length,
    lower.length,
  ])
  for (const { id, namespaces, reviewed } of walletAppCatalog) {
    expect(id).toMatch(/^[a-z0-9]+$/)
    expect(namespaces.length).toBeGreaterThan(0)
    expect(chainNamespaces).toEqual(expect.arrayContaining([...namespaces]))
    expect(new Date(reviewed).toISOString().slice(0, 10)).toBe(reviewed)
  }
})

test('the wallet app catalog has at least ten deep links, including some for each chain namespace', () => {
  expect(linked.length).toBeGreaterThanOrEqual(10)
  for (const name of chainNamespaces)
    expect(walletAppCatalog.some(({ link, namespaces }) => link !== null && namespaces.includes(name))).toBe(true)
})

test('every wallet app is available on at least one platform', () => {
  for (const { extension, android, ios } of walletAppCatalog) expect(extension ?? android ?? ios).not.toBeNull()
})

test.each(linked)('the deep link of %s uses https and contains the full page address', (_, link) => {
  const made = link(page)
  expect(new URL(made).protocol).toBe('https:')
  const bare = `${page.host}${page.pathname}${page.search}`
  const decoded = [made, decodeURIComponent(made), decodeURIComponent(decodeURIComponent(made))]
  expect(decoded.some((text) => text.includes(bare))).toBe(true)
  // The query of the page must not become part of the query of the link.
  expect(new URL(made).searchParams.get('next')).toBe(
    made.startsWith('https://link.metamask.io/') ? '/account?a=b&c' : null,
  )
})

test('the deep link of each wallet app has the expected form', () => {
  expect(linked.map(([name, link]) => `${name}: ${link(new URL('https://a.example/sign-in?b=c'))}`))
    .toMatchInlineSnapshot(`
    [
      "MetaMask: https://link.metamask.io/dapp/a.example/sign-in?b=c",
      "Trust Wallet: https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Fa.example%2Fsign-in%3Fb%3Dc",
      "Coinbase Wallet: https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fa.example%2Fsign-in%3Fb%3Dc",
      "Phantom: https://phantom.app/ul/browse/https%3A%2F%2Fa.example%2Fsign-in%3Fb%3Dc?ref=https%3A%2F%2Fa.example",
      "OKX Wallet: https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3Dhttps%253A%252F%252Fa.example%252Fsign-in%253Fb%253Dc",
      "Xverse: https://connect.xverse.app/browser?url=https%3A%2F%2Fa.example%2Fsign-in%3Fb%3Dc",
      "Solflare: https://solflare.com/ul/v1/browse/https%3A%2F%2Fa.example%2Fsign-in%3Fb%3Dc?ref=https%3A%2F%2Fa.example",
      "Bitget Wallet: https://bkcode.vip/?action=dapp&url=https%3A%2F%2Fa.example%2Fsign-in%3Fb%3Dc",
      "Backpack: https://backpack.app/ul/v1/browse/https%3A%2F%2Fa.example%2Fsign-in%3Fb%3Dc?ref=https%3A%2F%2Fa.example",
      "imToken: https://connect.token.im/link/navigate/DappView?url=https%3A%2F%2Fa.example%2Fsign-in%3Fb%3Dc",
    ]
  `)
})
