import { expect, test } from 'vitest'
import { draftOf, emptyDraft, ruleOf, withKind, wrapped } from './rule-draft.ts'

const key = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const contract = '0x5fbdb2315678afecb367f032d93f642f64180aa3'

test('a rule becomes a draft and the same rule again, whatever its parts', () => {
  const rules = [
    { type: 'wallets', wallets: [key, `eip155:1:${contract}`] },
    { type: 'erc20', chain: '1', contract, atLeast: '1000000000000000000' },
    { type: 'erc721', chain: '1', contract, atLeast: '2' },
    { type: 'erc721', chain: '1', contract, tokenId: '7' },
    { type: 'erc1155', chain: '8453', contract, tokenId: '0', atLeast: '3' },
    { type: 'name', under: 'example.eth' },
  ]
  for (const rule of [...rules, { all: rules }, { any: [{ all: rules }, { any: rules.slice(0, 1) }] }]) {
    const draft = draftOf(rule)
    expect(draft && ruleOf(draft)).toEqual(rule)
  }
})

test('what the fields could not show is no draft, so that nothing of it is lost', () => {
  for (const rule of [
    null,
    'all',
    [],
    {},
    { type: 'other' },
    { type: 'name', under: 'a.eth', extra: 1 },
    { all: [], any: [] },
    { all: 'x' },
    { all: [{ type: 'other' }] },
    { type: 'name', under: {} },
    { type: 'wallets', wallets: [1] },
  ]) {
    expect(draftOf(rule)).toBeNull()
  }
})

test('what is empty is left out, and wallets are parted by whatever stands between them', () => {
  expect(ruleOf(emptyDraft('erc721'))).toEqual({ type: 'erc721' })
  expect(ruleOf({ key: 1, kind: 'wallets', fields: { wallets: ` ${key},\n\n ${contract}; ` } })).toEqual({
    type: 'wallets',
    wallets: [key, contract],
  })
})

test('another kind keeps what both have, and a part can be put beside others', () => {
  const draft = draftOf({ type: 'erc20', chain: '1', contract, atLeast: '5' })
  if (!draft) throw new Error('no draft')
  expect(ruleOf(withKind(draft, 'erc721'))).toEqual({ type: 'erc721', chain: '1', contract, atLeast: '5' })
  expect(ruleOf(withKind(draft, 'name'))).toEqual({ type: 'name' })
  expect(ruleOf(withKind(withKind(draft, 'name'), 'erc20'))).toEqual({
    type: 'erc20',
    chain: '1',
    contract,
    atLeast: '5',
  })
  expect(ruleOf(withKind(draft, 'all'))).toEqual({ all: [{ type: 'erc20', chain: '1', contract, atLeast: '5' }] })
  expect(ruleOf(withKind(withKind(draft, 'all'), 'any'))).toEqual({
    any: [{ type: 'erc20', chain: '1', contract, atLeast: '5' }],
  })
  expect(ruleOf(wrapped(draft))).toEqual({
    any: [
      { type: 'erc20', chain: '1', contract, atLeast: '5' },
      { type: 'wallets', wallets: [] },
    ],
  })
})
