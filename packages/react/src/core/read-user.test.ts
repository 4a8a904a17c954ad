import { expect, test } from 'vitest'
import { readUser, shortenAddress } from './read-user.ts'

test('a user has the claims that the application received', () => {
  const claims = {
    sub: 'a1',
    name: 'Ada',
    wallet: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
    wallet_kind: 'key',
    groups: ['members', 7, null],
    acr: 'x',
  }
  expect(readUser(claims)).toEqual({
    sub: 'a1',
    name: 'Ada',
    wallet: {
      namespace: 'solana',
      chain: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
      kind: 'key',
    },
    groups: ['members'],
    claims,
  })
})

test.each([
  [{ name: 'Ada', preferred_username: 'ada' }, 'Ada'],
  [{ name: '', preferred_username: 'ada' }, 'ada'],
  [{ preferred_username: 7 }, null],
])('the name of a user with the claims %j is %j, as in @countersign/node', (claims, name) =>
  expect(readUser({ sub: 'a1', ...claims }).name).toBe(name),
)

test.each([undefined, null, 42, '', 'eip155:1', 'eip155:1:', ':1:0x0', 'EIP:1:0x0', 'eip155:1:0x0:x', 'eip155:1:<b>'])(
  'the wallet claim %s is no wallet',
  (wallet) => expect(readUser({ sub: 'a1', wallet }).wallet).toBe(null),
)

test('an unknown wallet kind is null', () => {
  expect(readUser({ sub: 'a1', wallet: 'eip155:1:0x0', wallet_kind: 'magic' }).wallet?.kind).toBe(null)
})

test('long addresses are shortened', () => {
  expect(shortenAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe('0x5aAe…eAed')
  expect(shortenAddress('0x5aAe')).toBe('0x5aAe')
})
