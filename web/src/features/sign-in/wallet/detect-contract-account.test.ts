// What stands at an address is told by strangers' software: only an answer in the right form counts.
import { expect, test } from 'vitest'
import { detectContractAccount } from './detect-contract-account.ts'

const address = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
const word = (value: number | string) => value.toString(16).padStart(64, '0')
const owners = (count: number) => `0x${word(32)}${word(count)}${word('1').repeat(count)}`

/** @returns what is made of it, and what was asked */
async function detectWith(code: unknown, threshold: unknown = null, list: unknown = null) {
  const asked: string[] = []
  const contract = await detectContractAccount(async (method, [first]) => {
    asked.push(method)
    if (method === 'eth_getCode') return code
    return (first as { data: string }).data === '0xe75235b8' ? threshold : list
  }, address)
  return { contract, asked }
}

test.each(['0x', '', 'code', 0, {}, '0x6', `0xef0100${'a'.repeat(40)}`, `0xEF0100${'A'.repeat(40)}`])(
  '%j is no contract, and nothing more is asked',
  async (code) => {
    expect(await detectWith(code)).toEqual({ contract: null, asked: ['eth_getCode'] })
  },
)

test('no answer about the code leaves it open', async () => {
  expect(await detectWith(null)).toEqual({ contract: 'unread', asked: ['eth_getCode'] })
})

test.each([
  ['either', null, null],
  ['the list', `0x${word(2)}`, null],
  ['the threshold', null, owners(3)],
])('of a contract without an answer about %s, the owners are open', async (_, threshold, list) => {
  expect((await detectWith('0x6001', threshold, list)).contract).toEqual({ owners: null, isUnread: true })
})

test('what only begins like a delegation is a contract', async () => {
  expect((await detectWith(`0xef0100${'a'.repeat(42)}`, '0x', '0x')).contract).toEqual({ owners: null })
})

test('a Safe tells how many of its owners have to approve', async () => {
  expect(await detectWith('0x6001', `0x${word(2)}`, owners(3))).toEqual({
    contract: { owners: { needed: 2, count: 3 } },
    asked: ['eth_getCode', 'eth_call', 'eth_call'],
  })
})

test.each([
  ['nothing', '0x', '0x'],
  ['more than there are', `0x${word(4)}`, owners(3)],
  ['nobody', `0x${word(0)}`, owners(3)],
  ['far too many', `0x${'f'.repeat(64)}`, `0x${word(32)}${'f'.repeat(64)}`],
  ['no digits', 'two', ['three']],
  ['a short word', '0x02', owners(3)],
])('of a contract that says %s of its owners, nothing is known', async (_, threshold, list) => {
  expect((await detectWith('0x6001', threshold, list)).contract).toEqual({ owners: null })
})
