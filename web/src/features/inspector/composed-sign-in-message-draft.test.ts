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

test('a new draft with an address is a valid message for this origin, issued now', () => {
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

test('the composed message contains only the fields that are filled in', () => {
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

test('a domain that would be parsed as something else is reported as an error at the domain', () => {
  expect(validateComposedSignInMessageDraft({ ...draft, scheme: '', domain: 'https://example.com' })).toMatchObject({
    code: 'message.domain_invalid',
    field: 'domain',
  })
})

test.each([
  ['solana', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', solanaMessageProfile],
  ['bip122', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', bip122MessageProfile],
] as const)(
  'a draft for a %s account uses the message format of its chain family, without a scheme',
  (namespace, address, profile) => {
    const other = { ...switchDraftChainFamily(draft, namespace), address }
    expect(validateComposedSignInMessageDraft(other)).toBeNull()
    expect(parseSignInMessage(toComposedSignInMessageText(other), { profile })).toEqual(toComposedSignInMessage(other))
    expect(toComposedSignInMessage(other)).not.toHaveProperty('scheme')
    expect(switchDraftChainFamily(other, 'eip155')).toEqual({ ...draft, address: '' })
  },
)
