// Tests of the group rule editor endpoints.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { toChecksumAddress } from '@countersign/message'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeChains } from '../../testing/fake-chains.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import {
  deployTestToken,
  encodeAbiString,
  testTokenAddress,
  encodeAbiWordForTests,
} from '../../testing/group-and-token-fixtures.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'

const { alice, bob, carol } = ethereumTestKeys
const codeOf = (response: { statusCode: number; body: string }): string =>
  response.statusCode < 300 ? 'done' : (JSON.parse(response.body) as { code: string }).code
const usdc = { symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const holds = (atLeast: string) => ({ type: 'erc20', chain: 'base', contract: testTokenAddress, atLeast })
const kept = (atLeast: string) => ({ type: 'erc20', chain: '8453', contract: testTokenAddress, atLeast, token: usdc })
const readGroup = async (browser: TestBrowser) =>
  (await browser.send('GET', '/api/admin/groups/rich')).json<AdminApiEndpointOutput<'readGroup'>>()

async function open() {
  const chain = createFakeChain({ id: '8453', name: 'Base' })
  const balances = deployTestToken(chain, testTokenAddress, usdc)
  const app = await createTestServer({ chains: createFakeChains(chain) })
  const { browser } = await openBrowserWithRole(app, alice, 'administrator')
  const make = (rule: object) =>
    browser.send('POST', '/api/admin/groups', { id: 'rich', name: 'Rich', description: null, rule })
  const tryFor = async (rule: object, address: string) =>
    (await browser.send('POST', '/api/admin/rules/test', { rule, address })).json<AdminApiEndpointOutput<'testRule'>>()
  return { app, chain, balances, browser, make, tryFor }
}

describe('group rule editor', () => {
  test('lists the configured chains with their native currency', async () => {
    const { browser } = await open()
    expect((await browser.send('GET', '/api/admin/chains')).json()).toEqual({
      items: [{ id: '8453', name: 'Base', hasNames: false, nativeSymbol: 'ETH' }],
    })
  })

  test('reads token metadata from the chain, and rejects contracts that are not tokens', async () => {
    const { browser, chain } = await open()
    const read = (contract: string, on = 'Base') =>
      browser.send('POST', '/api/admin/rules/token-metadata', { chain: on, contract })
    const token = { chain: '8453', contract: testTokenAddress, ensName: null, kind: 'erc20', ...usdc }
    expect((await read(toChecksumAddress(testTokenAddress))).json()).toEqual(token)
    expect(codeOf(await read(bob.address))).toBe('asset.no_code')
    expect(codeOf(await read('usdc.eth'))).toBe('asset.name_not_found')
    expect(codeOf(await read('0x12'))).toBe('asset.name_not_found')
    expect(codeOf(await read(testTokenAddress, '1'))).toBe('rule.chain_not_supported')
    expect(codeOf(await read(testTokenAddress, 'Bass'))).toBe('rule.chain_not_supported')
    chain.deploy(carol.address, () => null)
    expect(codeOf(await read(carol.address))).toBe('asset.unknown_type')
    chain.deploy(carol.address, (data) => {
      if (data.startsWith('0x01ffc9a7')) return encodeAbiWordForTests(/^.{10}(01ffc9a7|80ac58cd)/.test(data) ? 1n : 0n)
      return data === '0x95d89b41' ? encodeAbiString('A\u202eB') : null
    })
    expect((await read(carol.address)).json()).toMatchObject({
      kind: 'erc721',
      symbol: 'AB',
      name: null,
      decimals: null,
    })
    chain.readError = 'away'
    expect(codeOf(await read(testTokenAddress))).toBe('rule.chain_unavailable')
  })

  test('stores exact amounts and token metadata, and keeps both if the token changes later', async () => {
    const { app, chain, browser, make } = await open()
    expect(codeOf(await make(holds('1.5 USDC')))).toBe('done')
    const made = await readGroup(browser)
    expect(made.rule).toEqual(kept('1500000'))
    const change = async (rule: object) => {
      const { id, name, description, changedAt } = await readGroup(browser)
      return browser.send('PUT', `/api/admin/groups/${id}`, { id, name, description, changedAt, rule })
    }
    deployTestToken(chain, testTokenAddress, { symbol: 'RUG', name: 'Rug', decimals: 18 })
    // Neither the chain nor the client can change stored token metadata.
    expect(codeOf(await change({ ...holds('2 usdc'), token: { symbol: 'X', name: 'X', decimals: 0 } }))).toBe('done')
    expect((await readGroup(browser)).rule).toEqual(kept('2000000'))
    chain.readError = 'away'
    expect(codeOf(await change({ any: [kept('3000000'), { type: 'wallets', wallets: [bob.address] }] }))).toBe('done')
    expect(codeOf(await change({ ...holds('1'), contract: carol.address }))).toBe('rule.chain_unavailable')
    expect((await readGroup(browser)).rule).toMatchObject({ any: [kept('3000000'), {}] })
    expect(await app.database.queries.selectFrom('groups').select('rule').execute()).toHaveLength(1)
  })

  test('keeps rules without token metadata valid', async () => {
    const { app, chain, browser } = await open()
    const before = { type: 'erc20', chain: '8453', contract: testTokenAddress, atLeast: '7' }
    await app.database.queries
      .insertInto('groups')
      .values({
        id: 'rich',
        name: 'Rich',
        description: null,
        rule: JSON.stringify(before),
        created_at: 1,
        changed_at: 1,
      })
      .execute()
    const change = async (rule: object, name = 'Richer') =>
      browser.send('PUT', '/api/admin/groups/rich', {
        id: 'rich',
        name,
        description: null,
        rule,
        changedAt: (await readGroup(browser)).changedAt,
      })
    chain.readError = 'away'
    expect(codeOf(await change(before))).toBe('done')
    expect(codeOf(await change({ any: [before, { ...before, atLeast: '8' }] }))).toBe('done')
    expect((await readGroup(browser)).rule).toEqual({ any: [before, { ...before, atLeast: '8' }] })
    expect(codeOf(await change({ ...before, atLeast: '0.5 USDC' }))).toBe('rule.chain_unavailable')
    chain.readError = null
    expect(codeOf(await change({ ...before, atLeast: '0.5 USDC' }))).toBe('done')
    expect((await readGroup(browser)).rule).toEqual(kept('500000'))
  })

  test('rejects a contract that is not the expected token, with the path of the error', async () => {
    const { browser, make } = await open()
    const refusal = async (rule: object) => (await make(rule)).json<{ code: string; field: string }>()
    expect(await refusal({ any: [{ ...holds('1'), contract: bob.address }] })).toMatchObject({
      code: 'group.invalid',
      field: 'rule.any[0].contract',
    })
    expect(await refusal({ ...holds('1'), type: 'erc1155', tokenId: '1' })).toMatchObject({ field: 'rule.contract' })
    expect(await refusal(holds('1.1234567'))).toMatchObject({ field: 'rule.atLeast' })
    expect(codeOf(await browser.send('GET', '/api/admin/groups/rich'))).toBe('group.not_found')
  })

  test('tests an unsaved rule part by part, for any address, whether or not a person has it', async () => {
    const { app, chain, balances, tryFor } = await open()
    await openSteppedUpBrowser(app, bob)
    balances.set(carol.address.toLowerCase(), 1_500_000n)
    const rule = { all: [holds('1.5 USDC'), { none: [{ type: 'wallets', wallets: [bob.address] }] }] }
    const line = `at least 1.5 USDC (exactly 1500000) of USD Coin ${toChecksumAddress(testTokenAddress)} on Base, chain 8453 (ERC-20)`
    expect(await tryFor(rule, carol.address)).toEqual({
      outcome: 'member',
      errors: [],
      parts: [
        { path: '', holds: 'yes', sentence: 'all of these', reason: null, block: null },
        {
          path: 'all[0]',
          holds: 'yes',
          sentence: `${line}: by ${toChecksumAddress(carol.address)}`,
          reason: null,
          block: '100',
        },
        { path: 'all[1]', holds: 'yes', sentence: 'none of 1 wallet, now or in the past', reason: null, block: null },
      ],
    })
    const barred = `${bob.address.toLowerCase()} is in the list, and is or was linked to this person`
    expect((await tryFor(rule, `eip155:8453:${bob.address}`)).parts.map(({ reason }) => reason)).toEqual([
      null,
      'none of the wallets holds that much',
      null,
    ])
    expect((await tryFor(rule, bob.address)).parts.map(({ reason }) => reason)).toEqual([
      null,
      'none of the wallets holds that much',
      barred,
    ])
    expect(await tryFor({ any: [] }, bob.address)).toEqual({
      outcome: null,
      errors: [{ path: 'rule.any', message: 'must be a list with at least one part', code: 'empty', values: {} }],
      parts: [],
    })
    expect(codeOf(await tryForCode(app, 'nobody'))).toBe('request.invalid')
    chain.readError = 'away'
    expect(await tryFor(kept('1500000'), carol.address)).toMatchObject({ outcome: 'unknown' })
  })
})

async function tryForCode(app: Awaited<ReturnType<typeof open>>['app'], address: string) {
  const { browser } = await openBrowserWithRole(app, carol, 'auditor')
  return browser.send('POST', '/api/admin/rules/test', { rule: { type: 'wallets', wallets: [bob.address] }, address })
}
