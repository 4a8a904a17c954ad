import { parseMessage } from '@countersign/message'
import { expect, test } from 'vitest'
import { faultOfFields, messageOf, newDraft, textOf } from './draft.ts'
import type { Draft } from './draft.ts'

const draft: Draft = {
  ...newDraft({ host: 'localhost:3000', origin: 'http://localhost:3000', protocol: 'http:' }, Date.UTC(2024, 1, 29)),
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  nonce: '8mzv3kcq7h2ydx5w',
}

test('a new draft with an address is a sound message, for this page and from now on', () => {
  expect(textOf(draft)).toMatchInlineSnapshot(`
    "http://localhost:3000 wants you to sign in with your Ethereum account:
    0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed


    URI: http://localhost:3000/
    Version: 1
    Chain ID: 1
    Nonce: 8mzv3kcq7h2ydx5w
    Issued At: 2024-02-29T00:00:00.000Z"
  `)
  expect(faultOfFields(draft)).toBeNull()
})

test('what is filled in stands in the message, and what is left empty does not', () => {
  const full = {
    ...draft,
    scheme: '',
    statement: 'Hello.',
    requestId: 'a7',
    resources: 'https://a.example/\n\nhttps://b.example/\n',
  }
  expect(parseMessage(textOf(full))).toEqual(messageOf(full))
  expect(messageOf(full).resources).toEqual(['https://a.example/', 'https://b.example/'])
})

test('a domain that would be read as something else is a fault of the domain', () => {
  expect(faultOfFields({ ...draft, scheme: '', domain: 'https://example.com' })).toMatchObject({
    code: 'message.domain_invalid',
    field: 'domain',
  })
})
