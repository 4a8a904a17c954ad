import { bip122MessageProfile, parseSignInMessage, solanaMessageProfile } from '@countersign/message'
import { expect, test } from 'vitest'
import {
  validateComposedMessageDraft,
  switchDraftChainFamily,
  toComposedMessage,
  createComposedMessageDraft,
  toComposedMessageText,
} from './composed-message-draft.ts'
import type { ComposedMessageDraft } from './composed-message-draft.ts'

const draft: ComposedMessageDraft = {
  ...createComposedMessageDraft(
    { host: 'localhost:3000', origin: 'http://localhost:3000', protocol: 'http:' },
    Date.UTC(2024, 1, 29),
  ),
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  nonce: '8mzv3kcq7h2ydx5w',
}

test('a new draft with an address is a sound message, for this page and from now on', () => {
  expect(toComposedMessageText(draft)).toMatchInlineSnapshot(`
    "http://localhost:3000 wants you to sign in with your Ethereum account:
    0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed


    URI: http://localhost:3000/
    Version: 1
    Chain ID: 1
    Nonce: 8mzv3kcq7h2ydx5w
    Issued At: 2024-02-29T00:00:00.000Z"
  `)
  expect(validateComposedMessageDraft(draft)).toBeNull()
})

test('what is filled in stands in the message, and what is left empty does not', () => {
  const full = {
    ...draft,
    scheme: '',
    statement: 'Hello.',
    requestId: 'a7',
    resources: 'https://a.example/\n\nhttps://b.example/\n',
  }
  expect(parseSignInMessage(toComposedMessageText(full))).toEqual(toComposedMessage(full))
  expect(toComposedMessage(full).resources).toEqual(['https://a.example/', 'https://b.example/'])
})

test('a domain that would be read as something else is a fault of the domain', () => {
  expect(validateComposedMessageDraft({ ...draft, scheme: '', domain: 'https://example.com' })).toMatchObject({
    code: 'message.domain_invalid',
    field: 'domain',
  })
})

test.each([
  ['solana', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', solanaMessageProfile],
  ['bip122', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', bip122MessageProfile],
] as const)('the same for an account of %s is one of its own form, without a scheme', (namespace, address, profile) => {
  const other = { ...switchDraftChainFamily(draft, namespace), address }
  expect(validateComposedMessageDraft(other)).toBeNull()
  expect(parseSignInMessage(toComposedMessageText(other), { profile })).toEqual(toComposedMessage(other))
  expect(toComposedMessage(other)).not.toHaveProperty('scheme')
  // And back, as it was.
  expect(switchDraftChainFamily(other, 'eip155')).toEqual({ ...draft, address: '' })
})
