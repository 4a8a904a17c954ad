// The packages for browsers and for Node share no code, so that each stays small, but describe a
// person and accept return paths in the same way.
import { describe, expect, test } from 'vitest'
import { parseReturnPath } from '../packages/node/src/sessions/return-path.ts'
import { createUserFromClaims } from '../packages/node/src/user/user.ts'
import { readUser } from '../packages/react/src/core/read-user.ts'
import { toSafeReturnPath } from '../packages/react/src/core/safe-return-path.ts'

const origin = 'https://shop.example'
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('@countersign/react and @countersign/node agree on', () => {
  test.each([
    {},
    { name: 'Alice', preferred_username: 'alice' },
    { name: '', preferred_username: 'alice' },
    { name: 5, groups: ['members', 7, 'staff'] },
    { groups: 'members' },
    { wallet: `eip155:1:${address}`, wallet_kind: 'key' },
    { wallet: `eip155:8453:${address}`, wallet_kind: 'contract' },
    { wallet: `eip155:1:${address}`, wallet_kind: 'other' },
    { wallet: 'bip122:000000000019d6689c085ae165831e93:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
    { wallet: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv' },
    { wallet: address },
    { wallet: `eip155:1:${address}:more` },
    { wallet: ['eip155:1:0x'] },
  ])('the person with the claims %j', (claims) => {
    const { sub, name, wallet, groups } = createUserFromClaims(
      { sub: 'a1', ...claims },
      { clientId: 'shop', scopes: [] },
    )
    expect(readUser({ sub: 'a1', ...claims })).toMatchObject({ sub, name, wallet, groups })
  })

  test.each([
    '/',
    '/orders?page=2#here',
    '/a//b',
    '/%2F%2Fevil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/\t/evil.example',
    '/ /evil.example',
    '/a\\b',
    'https://evil.example/',
    'https://shop.example/orders',
    'javascript:alert(1)',
    'orders',
    '',
  ])('the return path %j', (path) => expect(parseReturnPath(path, origin)).toBe(toSafeReturnPath(path, origin)))
})
