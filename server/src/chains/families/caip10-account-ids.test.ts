// Formatting and parsing of CAIP-10 account IDs, for every chain family.
import { parseServerSettings } from '../../platform/parse-server-settings.ts'
import { chainNamespaces } from '@countersign/message/message-layout'
import { createBitcoinTestSigner, createTestWalletSigners } from '@countersign/testing/wallet-signer-fixtures'
import { expect, test } from 'vitest'
import { parseGroupWalletListEntry } from '../../groups/membership/group-wallet-list-entry-notation.ts'
import { parseLoginHint } from '../../oidc/provider/parse-login-hint.ts'
import { parseWalletIdentity } from '../../store/wallets/wallet-store.ts'
import {
  formatCaip10AccountId,
  chainFamilies,
  parseAddressOrAccountId,
  canonicalizeWalletAddress,
} from './chain-family-registry.ts'

const alices = createTestWalletSigners(1)

test('account IDs are formatted according to CAIP-10', () => {
  const { settings: site } = parseServerSettings({ COUNTERSIGN_ORIGIN: 'https://sign-in.example' }, undefined)
  expect(
    chainNamespaces.map((name) =>
      formatCaip10AccountId(chainFamilies[name].canonicalizeAddress(alices[name].address), null, site),
    ),
  ).toEqual([
    `eip155:1:${alices.eip155.address}`,
    `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${alices.solana.address}`,
    `bip122:000000000019d6689c085ae165831e93:${alices.bip122.address}`,
  ])
})

test('S16: the account ID of an address on another Bitcoin network never names the site network', () => {
  const site = { chainIds: ['1'], solanaCluster: 'mainnet', bitcoinChain: 'mainnet' } as const
  const testSite = { ...site, bitcoinChain: 'signet' } as const
  const [main, test] = [createBitcoinTestSigner(1).address, createBitcoinTestSigner(1, 'p2wpkh', 'testnet').address]
  expect(formatCaip10AccountId(test, null, testSite)).toBe(`bip122:00000008819873e925422c1ff0f99f7c:${test}`)
  expect(formatCaip10AccountId(main, null, testSite)).toBe(`bip122:000000000019d6689c085ae165831e93:${main}`)
  // An address does not show which test network it belongs to, so its account ID names one of them.
  expect(formatCaip10AccountId(test, null, site)).toBe(`bip122:000000000933ea01ad0ee984209779ba:${test}`)
})

test('a formatted account ID is parsed to the same address, and malformed IDs are rejected', () => {
  const site = {
    chainIds: ['1'],
    solanaCluster: 'mainnet',
    bitcoinChain: 'mainnet',
  } as const
  for (const name of chainNamespaces) {
    const address = chainFamilies[name].canonicalizeAddress(alices[name].address)
    expect(canonicalizeWalletAddress(alices[name].address)).toBe(address)
    const account = formatCaip10AccountId(address, null, site)
    const chain = account.split(':')[1]!
    expect(parseAddressOrAccountId(account)).toEqual({ namespace: name, chain, address })
    expect(parseAddressOrAccountId(address)).toEqual({ namespace: name, chain: null, address })
    const kind = name === 'eip155' ? 'contract' : 'key'
    expect(parseWalletIdentity(account)).toMatchObject({ namespace: name, kind, address })
    expect(parseLoginHint(account)).toBe(alices[name].address)
    expect(parseGroupWalletListEntry(account)).toEqual(parseWalletIdentity(account))
    for (const other of chainNamespaces.filter((one) => one !== name))
      expect(parseAddressOrAccountId(account.replace(name, other))).toBeNull()
    for (const none of [
      `${name}::${address}`,
      `${name}:0:${address}`,
      `:${account}`,
      `${account} `,
      `${account}\n`,
      `${name}:${account}`,
    ])
      expect(parseAddressOrAccountId(none), none).toBeNull()
  }
  const testnet = createBitcoinTestSigner(1, 'p2wpkh', 'testnet').address
  expect(parseAddressOrAccountId(`bip122:000000000019d6689c085ae165831e93:${testnet}`)).toBeNull()
  expect(parseAddressOrAccountId(`bip122:00000008819873e925422c1ff0f99f7c:${testnet}`)).not.toBeNull()
})
