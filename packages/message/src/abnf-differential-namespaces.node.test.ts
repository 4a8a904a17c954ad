// Compares the parsers with parsers generated from packages/message/grammar, and with the official
// Sign In With Solana package.
import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { Address, NETWORK, TEST_NETWORK } from '@scure/btc-signer'
import { isAddress } from '@solana/kit'
import { createSignInMessageText, parseSignInMessageText } from '@solana/wallet-standard-util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bip122MessageProfile } from './bip122/bitcoin-message-profile.ts'
import { toChecksumAddress } from './eip155/checksum-address.ts'
import { eip155MessageProfile } from './eip155/ethereum-message-profile.ts'
import {
  validBitcoinMessageExample,
  validEthereumMessageExample,
  validSolanaMessageExample,
} from './message-error-examples.ts'
import { generateGrammarParser } from './generate-grammar-parser.ts'
import {
  createMutatedTextArbitrary,
  createOneCharacterEditArbitrary,
  createLineEditArbitrary,
} from './message-mutation-arbitraries.ts'
import { createMessageTextArbitrary } from './message-grammar-arbitraries.ts'
import { MessageError } from './message-error.ts'
import type { MessageProfile } from './message-profile.ts'
import { formatSignInMessage } from './format-sign-in-message.ts'
import { parseSignInMessage } from './parse-sign-in-message.ts'
import { parseAnySignInMessage } from './parse-any-sign-in-message.ts'
import { solanaMessageProfile } from './solana/solana-message-profile.ts'

const limit = { maxLength: 1 << 16 }

function generate(name: string): (text: string) => boolean {
  const source = [`${name}.abnf`, 'common.abnf']
    .map((file) => readFileSync(join(import.meta.dirname, '../grammar', file), 'utf8'))
    .join('\n')
  const accepts = generateGrammarParser(source)
  return (text) =>
    accepts(
      'message',
      [...text].map((character) => character.codePointAt(0)!),
    )
}

function withoutStatement(text: string): string {
  const lines = text.split('\n')
  return (lines[4] === '' ? lines.toSpliced(3, 1) : lines).join('\n')
}

/** Checks the rules that the shared grammar cannot express. */
function isSoundBeside(text: string): boolean {
  const textWithoutStatement = withoutStatement(text)
  const days = textWithoutStatement.matchAll(
    /^(?:Issued At|Expiration Time|Not Before): (\d{4})-(\d\d)-(\d\d)T\d\d:\d\d:(\d\d)/gim,
  )
  for (const [, year, month, day] of days)
    if (new Date(Date.UTC(2000 + (Number(year) % 400), Number(month) - 1, Number(day))).getUTCDate() !== Number(day))
      return false
  return [...textWithoutStatement.matchAll(/\[([^\]\n]*)\]/g)].every(
    ([, inside]) => inside!.startsWith('v') || inside!.startsWith('V') || isIPv6(inside!),
  )
}

const addressOf = (text: string): string => text.split('\n')[1] ?? ''

/** Checks, with another library, that the address belongs to the chain in the message. */
function isBitcoinAccount(text: string): boolean {
  const address = addressOf(text)
  const chain = /^Chain ID: (.*)$/m.exec(withoutStatement(text))?.[1]
  const network =
    chain === '000000000019d6689c085ae165831e93'
      ? NETWORK
      : chain === '0f9188f13cb7b2c71f2a335e3a4fc328'
        ? { ...TEST_NETWORK, bech32: 'bcrt' }
        : TEST_NETWORK
  try {
    const { type } = Address(network).decode(address)
    return address === address.toLowerCase() || !/^(?:bc|tb)/i.test(address) ? type !== 'unknown' : false
  } catch {
    return false
  }
}

// Uses this package's own checksum function, which is tested separately with the examples of
// ERC-55.
function isEthereumAccount(text: string): boolean {
  const address = addressOf(text)
  return /^0x[0-9a-fA-F]{40}$/.test(address) && toChecksumAddress(address) === address
}

const readers: [MessageProfile, string, (text: string) => boolean][] = [
  [eip155MessageProfile, validEthereumMessageExample, isEthereumAccount],
  [solanaMessageProfile, validSolanaMessageExample, (text) => isAddress(addressOf(text))],
  [bip122MessageProfile, validBitcoinMessageExample, isBitcoinAccount],
]

describe.each(readers)('the $namespace message parser', (profile, sound, isAccount) => {
  const there = generate(profile.namespace)
  const texts = createMessageTextArbitrary(profile.namespace)
  const judge = (text: string): MessageError | null => {
    try {
      parseSignInMessage(text, { ...limit, profile })
      return null
    } catch (fault) {
      if (fault instanceof MessageError) return fault
      throw fault
    }
  }

  test('agrees with a parser generated from the grammar on valid and mutated messages', () => {
    const seen = { accepted: 0, refused: 0 }
    const either = fc.oneof(texts, fc.constant(sound))
    fc.assert(
      fc.property(
        fc.oneof(
          texts,
          createMutatedTextArbitrary(either),
          createOneCharacterEditArbitrary(either),
          createLineEditArbitrary(either),
        ),
        (text) => {
          // Whether a 60th second exists depends on the leap second rules.
          if (/:60(?:\.|Z|[+-])/i.test(text)) return
          const fault = judge(text)
          seen[fault === null ? 'accepted' : 'refused'] += 1
          expect(fault === null, fault?.code).toBe(there(text) && isSoundBeside(text) && isAccount(text))
          if (fault === null)
            expect(formatSignInMessage(parseSignInMessage(text, { ...limit, profile }), { ...limit, profile })).toBe(
              text,
            )
        },
      ),
      { numRuns: 1500 },
    )
    expect(seen.accepted).toBeGreaterThan(300)
    expect(seen.refused).toBeGreaterThan(300)
  })

  test('agrees with the generated parser if one character is deleted, repeated or in the other case', () => {
    for (let at = 0; at < sound.length; at += 1) {
      const [before, own, after] = [sound.slice(0, at), sound.charAt(at), sound.slice(at + 1)]
      const other = own === own.toUpperCase() ? own.toLowerCase() : own.toUpperCase()
      for (const text of [before + after, before + own + own + after, before + other + after])
        expect([text, judge(text) === null]).toEqual([text, there(text) && isSoundBeside(text) && isAccount(text)])
    }
  })

  test('S11: never accepts a message of another namespace, even if the account name is its own', () => {
    const all = readers.map(([one]) => one)
    const others = all.filter((one) => one !== profile)
    const [, own] = /your (\w+) account/.exec(profile.header)!
    fc.assert(
      fc.property(texts, fc.constantFrom(...others), (text, other) => {
        expect(parseAnySignInMessage(text, [other, profile], limit).profile).toBe(profile)
        expect(parseAnySignInMessage(text, [profile, other], limit).profile).toBe(profile)
        for (const forms of [[other], others] as [MessageProfile, ...MessageProfile[]][])
          expect(() => parseAnySignInMessage(text, forms, limit)).toThrow(MessageError)
        const [, theirs] = /your (\w+) account/.exec(other.header)!
        const renamed = text.replace(`your ${own} account`, `your ${theirs} account`)
        expect(() => parseAnySignInMessage(renamed, [profile, ...others], limit)).toThrow(MessageError)
      }),
      { numRuns: 200 },
    )
  })

  test('parses every text that matches the grammar, and formats it as the same text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(formatSignInMessage(parseSignInMessage(text, { ...limit, profile }), { ...limit, profile })).toBe(text)
      }),
      { numRuns: 300 },
    )
  })

  test('M11: refuses a mutated message with an error offset, or formats it as the same text', () => {
    fc.assert(
      fc.property(createMutatedTextArbitrary(fc.oneof(texts, fc.constant(sound))), (text) => {
        const fault = judge(text)
        if (fault === null) {
          expect(formatSignInMessage(parseSignInMessage(text, { ...limit, profile }), { ...limit, profile })).toBe(text)
          return
        }
        expect(fault.offset).toBeGreaterThanOrEqual(0)
        expect(fault.offset).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the official Sign In With Solana package', () => {
  test('parses and formats the same fields and texts as our parser', () => {
    fc.assert(
      fc.property(createMessageTextArbitrary('solana'), (text) => {
        const message = parseSignInMessage(text, { ...limit, profile: solanaMessageProfile })
        // The official parser does not support an empty request ID.
        if (message.requestId === '') return
        const theirs = parseSignInMessageText(text)
        // The official parser ends a statement at a line that looks like a field; ours ends it at
        // the blank line.
        if (
          message.statement !== undefined &&
          /^(?:URI|Version|Chain ID|Nonce|Issued At|Resources|-)/.test(message.statement)
        )
          return
        expect({ ...theirs }).toMatchObject({ ...message })
        expect(createSignInMessageText(message)).toBe(text)
      }),
      { numRuns: 300 },
    )
  })

  test('M11 S15: accepts what we refuse: missing fields, version 2 and a statement with several lines', () => {
    for (const text of [
      validSolanaMessageExample.replace(/Nonce: .*\n/, ''),
      validSolanaMessageExample.replace(/URI: .*\n/, ''),
      validSolanaMessageExample.replace('Version: 1', 'Version: 2'),
      validSolanaMessageExample.replace('Sign in to Example.', 'Sign in to Example.\nAnd more.'),
      `${validSolanaMessageExample}\n`,
    ]) {
      expect(parseSignInMessageText(text)).not.toBeNull()
      expect(() => parseSignInMessage(text, { profile: solanaMessageProfile })).toThrow(MessageError)
    }
  })
})
