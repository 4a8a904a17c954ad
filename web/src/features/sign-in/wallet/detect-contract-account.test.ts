// Tests contract detection. The wallet's responses are untrusted.
import { expect, test } from 'vitest'
import { detectContractAccount } from './detect-contract-account.ts'

const address = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
const word = (value: number | string) => value.toString(16).padStart(64, '0')
const owners = (count: number) => `0x${word(32)}${word(count)}${word('1').repeat(count)}`

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
  'code %j is not a contract, and no further query is sent',
  async (code) => {
    expect(await detectWith(code)).toEqual({ contract: null, asked: ['eth_getCode'] })
  },
)

test('an account counts as unread when the wallet returns no code', async () => {
  expect(await detectWith(null)).toEqual({ contract: 'unread', asked: ['eth_getCode'] })
})

test.each([
  ['threshold or owner list', null, null],
  ['owner list', `0x${word(2)}`, null],
  ['threshold', null, owners(3)],
])('the owners of a contract count as unread when the wallet returns no %s', async (_, threshold, list) => {
  expect((await detectWith('0x6001', threshold, list)).contract).toEqual({ owners: null, isUnread: true })
})

test('code that only starts like an EIP-7702 delegation is a contract', async () => {
  expect((await detectWith(`0xef0100${'a'.repeat(42)}`, '0x', '0x')).contract).toEqual({ owners: null })
})

test('a Safe reports how many of its owners must approve', async () => {
  expect(await detectWith('0x6001', `0x${word(2)}`, owners(3))).toEqual({
    contract: { owners: { needed: 2, count: 3 } },
    asked: ['eth_getCode', 'eth_call', 'eth_call'],
  })
})

test.each([
  ['nothing', '0x', '0x'],
  ['a threshold above the owner count', `0x${word(4)}`, owners(3)],
  ['a threshold of zero', `0x${word(0)}`, owners(3)],
  ['impossibly large numbers', `0x${'f'.repeat(64)}`, `0x${word(32)}${'f'.repeat(64)}`],
  ['words that are not hexadecimal', 'two', ['three']],
  ['a word that is too short', '0x02', owners(3)],
])('the owners of a contract count as unknown when it returns %s', async (_, threshold, list) => {
  expect((await detectWith('0x6001', threshold, list)).contract).toEqual({ owners: null })
})
