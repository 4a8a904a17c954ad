// Tests of the commands that check group membership or test a rule, on a chain.
import { toChecksumAddress } from '@countersign/message'
import { deployTestContract, sendContractTransaction } from '@countersign/testing/chain/smart-contract-fixtures'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGroupCliCommandFolder, startTokenChain } from '../testing/group-command-fixtures.ts'

let chain: LocalEthereumChain
let coin: string
let money: string
let picture: string

beforeAll(async () => {
  ;({ chain, coin, money, picture } = await startTokenChain())
})
afterAll(() => chain.stop())

const openFolder = () => createGroupCliCommandFolder(chain)

test('S4: group check explains membership part by part and names the block', async () => {
  const { run, write } = openFolder()
  const token = toChecksumAddress(await deployTestContract(chain, 'TestCoin')) as `0x${string}`
  await sendContractTransaction(chain, {
    to: token,
    contract: 'TestCoin',
    name: 'mint',
    args: [ethereumTestKeys.alice.address, 1000n],
  })
  await chain.mine(2)
  const block = Number(await chain.rpc('eth_blockNumber')) - 2
  write('rule.json', {
    any: [
      { type: 'wallets', wallets: [ethereumTestKeys.bob.address] },
      {
        all: [
          { type: 'erc20', chain: '8453', contract: token, atLeast: '1000' },
          { type: 'erc721', chain: '8453', contract: picture },
        ],
      },
    ],
  })
  await run('group', 'add', 'holders', '--rule', 'rule.json')
  const line = `at least 0.000000000000001 COIN (exactly 1000) of Test Coin ${token} on Base, chain 8453 (ERC-20)`
  expect(await run('group', 'check', 'holders', ethereumTestKeys.alice.address))
    .toBe(`1 ${ethereumTestKeys.alice.address}, which has not signed in yet

no   one of
  no   one of 1 wallet: none of the wallets is in the list
  no   all of
    yes  ${line}: by ${ethereumTestKeys.alice.address}, block ${block}
    no   at least 1 of Test Picture ${picture} on Base, chain 8453 (ERC-721): none of the wallets holds that much, block ${block}

Does not belong to "holders".`)
  // A contract at this address matches the rule on one chain, but not on another one.
  expect(await run('group', 'check', 'holders', `eip155:8453:${ethereumTestKeys.alice.address}`)).toContain(
    `yes  ${line}: by eip155:8453:${ethereumTestKeys.alice.address}, block ${block}`,
  )
  expect(await run('group', 'check', 'holders', `eip155:10:${ethereumTestKeys.alice.address}`)).toContain(
    `no   ${line}: none of the wallets is on this chain`,
  )
  // Applications receive the account ID of a key in this form.
  expect(await run('group', 'check', 'holders', `eip155:1:${ethereumTestKeys.alice.address}`)).toContain(
    `yes  ${line}: by ${ethereumTestKeys.alice.address}, block ${block}`,
  )
  expect(await run('group', 'check', 'holders', ethereumTestKeys.bob.address)).toMatch(
    /^0 [^]*yes {2}one of 1 wallet: by 0x[^]*Belongs to "holders"\.$/,
  )
  expect(await run('group', 'check', 'holders', 'unknown')).toMatch(/^1 error: There is no person with the ID unknown/)
})

test('group commands report unknown membership and refuse new rules while a chain is unreadable', async () => {
  const { run, runWith } = openFolder()
  await run('group', 'add', 'holders', '--erc20', `8453:${coin}:1`)
  const runAway = runWith({ COUNTERSIGN_CHAINS: JSON.stringify([{ id: '8453', rpc: 'http://127.0.0.1:9' }]) })
  expect(await runAway('group', 'check', 'holders', ethereumTestKeys.alice.address)).toMatch(
    /^3 [^]*\? {4}at least [^]*\(exactly 1\) of [^]*chain 8453 cannot be read: the node could not be reached[^]*Membership in "holders" cannot be determined now\.$/,
  )
  expect(await runAway('group', 'change', 'holders', '--name', 'Great')).toContain('Changed "holders"')
  expect(await runAway('group', 'add', 'more', '--erc20', `8453:${money}:1`)).toMatch(
    /^1 error: Base \(chain 8453\) cannot be read right now: [^]* Nothing was changed; try again\.$/,
  )
  // Token metadata that one group has already read is reused for another group.
  expect(await runAway('group', 'list')).toContain('holders')
})

test('group test evaluates an unsaved rule for an address, part by part', async () => {
  const { folder, run, write } = openFolder()
  const alice = ethereumTestKeys.alice.address
  await sendContractTransaction(chain, {
    to: money as `0x${string}`,
    contract: 'TestMoney',
    name: 'mint',
    args: [alice, 2_000_000n],
  })
  await chain.mine(2)
  write('barred.csv', `name;wallet\nCarol;"${ethereumTestKeys.carol.address}"\n\n# nobody else\n`)
  const rule = ['--erc20', `base:${money}:1.5 USDM`, '--none-of-file', 'barred.csv']
  const line = `at least 1.5 USDM (exactly 1500000) of USD Money ${money} on Base, chain 8453 (ERC-20)`
  expect((await run('group', 'test', alice, ...rule)).replaceAll(/block \d+/g, 'block N'))
    .toBe(`0 ${alice}, based only on chain data

yes  all of
  yes  ${line}: by ${alice}, block N
  yes  none of 1 wallet, now or in the past

Would belong to the group.`)
  expect(await run('group', 'test', ethereumTestKeys.carol.address, ...rule)).toMatch(
    /^1 [^]*no {3}none of 1 wallet, now or in the past: 0x[0-9a-f]{40} is in the list, and is or was linked to this person[^]*Would not belong to the group\.$/,
  )
  expect(await run('group', 'test', 'carol', ...rule)).toContain('carol is not an address')
  expect(await run('group', 'test', alice, '--none-of', alice)).toContain('--none-of: needs another condition')
  // The command stores nothing, and does not even create a database.
  expect(readdirSync(folder)).toEqual(['barred.csv'])
})
