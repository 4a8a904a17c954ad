// Tests that group commands behave the same in process and over the network.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  createTemporaryTestFolder,
  prepareCliTransports,
  cliTransportCases,
} from '../testing/cli-transport-test-steps.ts'

const { alice, bob } = ethereumTestKeys
const { open } = prepareCliTransports()

describe.each(cliTransportCases)('group commands %s', (transport) => {
  test('add, show, change, check, test and remove a group', async () => {
    const { run } = await open(transport)
    expect(await run('group', 'add', 'friends', '--wallets', bob.address)).toEqual([
      0,
      'Added "friends". Try it with "npx countersign group check friends ADDRESS".',
    ])
    expect((await run('group', 'list'))[1]).toMatch(/^friends\t\d+\t\d+\tfriends\tone of 1 wallet$/)
    expect(await run('group', 'change', 'friends', '--name', 'Good friends')).toEqual([
      0,
      'Changed "friends":\n  name friends → Good friends',
    ])
    expect((await run('group', 'show', 'friends'))[1].toLowerCase()).toContain(bob.address.toLowerCase())
    expect(await run('group', 'check', 'friends', bob.address)).toEqual([
      0,
      expect.stringMatching(/^0x\w+, which has not signed in yet\n\nyes {2}one of 1 wallet[^]*Belongs to "friends"\.$/),
    ])
    expect(await run('group', 'check', 'friends', alice.address)).toEqual([
      1,
      expect.stringMatching(/^Person \w{26}, with 0x\w{40}\n[^]*Does not belong to "friends"\.$/),
    ])
    expect(await run('group', 'test', bob.address, '--wallets', bob.address)).toEqual([
      0,
      expect.stringContaining('Would belong to the group.'),
    ])
    expect(await run('group', 'add', 'nobody')).toEqual([1, expect.stringContaining('rule: must be an object')])
    expect(await run('group', 'remove', 'friends', '--yes')).toEqual([0, 'Removed "friends".'])
  })

  test('accept a long list of wallets in a rule', async () => {
    const { app, run } = await open(transport)
    const file = join(createTemporaryTestFolder(), 'wallets.txt')
    const wallets = Array.from({ length: 2000 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
    writeFileSync(file, wallets.join('\n'))
    expect(await run('group', 'add', 'many', '--wallets-file', file)).toEqual([0, expect.any(String)])
    const { rule } = await app.database.queries.selectFrom('groups').select('rule').executeTakeFirstOrThrow()
    expect((JSON.parse(rule) as { wallets: string[] }).wallets).toHaveLength(2000)
  })

  test('report every error of a group, one per line', async () => {
    const { run, app } = await open(transport)
    const rule = (...contracts: string[]) => contracts.flatMap((contract) => ['--erc20', contract])
    const token = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
    const wrong = rule('1:0x12:5', `1:${token}:-5`)
    expect(await run('group', 'add', 'Friends!', '--name', ' ', ...wrong)).toEqual([
      1,
      `error: Nothing was changed:
  - id: must consist of 2 to 64 characters from a–z, 0–9, ".", "_" and "-", and start with a letter or digit
  - name: must not start or end with a space`,
    ])
    expect(await run('group', 'add', 'friends', ...wrong)).toEqual([
      1,
      `error: Nothing was changed:
  - rule.any[0].contract: must be an address: "0x" followed by 40 hexadecimal digits
  - rule.any[1].atLeast: must be a whole number from 1 to 2^256 - 1, written as a string`,
    ])
    const unread = `error: Nothing was changed:
  - rule: requires chain 1, but no chain is configured
  - rule: requires chain 10, but no chain is configured`
    expect(await run('group', 'add', 'friends', ...rule(`1:${token}:5`, `10:${token}:5`))).toEqual([1, unread])
    expect((await run('group', 'add', 'friends', '--wallets', bob.address))[0]).toBe(0)
    expect((await run('group', 'change', 'friends', ...rule(`1:${token}:5`)))[0]).toBe(1)
    expect((await run('group', 'change', 'friends', '--name', '\u202e')).at(0)).toBe(1)
    expect(await app.database.queries.selectFrom('groups').select(['id', 'name']).execute()).toEqual([
      { id: 'friends', name: 'friends' },
    ])
  })
})
