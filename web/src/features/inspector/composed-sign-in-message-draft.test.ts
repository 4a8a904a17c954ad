import { bip122MessageProfile, parseSignInMessage, solanaMessageProfile } from '@countersign/message'
import { expect, test } from 'vitest'
import {
  validateComposedSignInMessageDraft,
  switchDraftChainFamily,
  toComposedSignInMessage,
  createComposedSignInMessageDraft,
  toComposedSignInMessageText,
} from './composed-sign-in-message-draft.ts'
import type { ComposedSignInMessageDraft } from './composed-sign-in-message-draft.ts'

const draft: ComposedSignInMessageDraft = {
  ...createComposedSignInMessageDraft(
    { host: 'localhost:3000', origin: 'http://localhost:3000', protocol: 'http:' },
    Date.UTC(2024, 1, 29),
  ),
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  nonce: '8mzv3kcq7h2ydx5w',
}

test('a new draft with an address is a sound message, for this page and from now on', () => {
  expect(toComposedSignInMessageText(draft)).toMatchInlineSnapshot(`
    "http://localhost:3000 wants you to sign in with your Ethereum account:
    0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed


    URI: http://localhost:3000/
    Version: 1
    Chain ID: 1
    Nonce: 8mzv3kcq7h2ydx5w
    Issued At: 2024-02-29T00:00:00.000Z"
  `)
  expect(validateComposedSignInMessageDraft(draft)).toBeNull()
})

test('what is filled in stands in the message, and what is left empty does not', () => {
  const full = {
    ...draft,
    scheme: '',
    statement: 'Hello.',
    requestId: 'a7',
    resources: 'https://a.example/\n\nhttps://b.example/\n',
  }
  expect(parseSignInMessage(toComposedSignInMessageText(full))).toEqual(toComposedSignInMessage(full))
  expect(toComposedSignInMessage(full).resources).toEqual(['https://a.example/', 'https://b.example/'])
})

test('a domain that would be read as something else is a fault of the domain', () => {
  expect(validateComposedSignInMessageDraft({ ...draft, scheme: '', domain: 'https://example.com' })).toMatchObject({
    code: 'message.domain_invalid',
    field: 'domain',
  })
})

test.each([
  ['solana', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', solanaMessageProfile],
  ['bip122', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', bip122MessageProfile],
] as const)('the same for an account of %s is one of its own form, without a scheme', (namespace, address, profile) => {
  const other = { ...switchDraftChainFamily(draft, namespace), address }
  expect(validateComposedSignInMessageDraft(other)).toBeNull()
  expect(parseSignInMessage(toComposedSignInMessageText(other), { profile })).toEqual(toComposedSignInMessage(other))
  expect(toComposedSignInMessage(other)).not.toHaveProperty('scheme')
  // And back, as it was.
  expect(switchDraftChainFamily(other, 'eip155')).toEqual({ ...draft, address: '' })
})
