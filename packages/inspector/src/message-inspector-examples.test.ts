import { messageErrorTexts } from '@countersign/message/message-error-texts'
import type { MessageErrorCode } from '@countersign/message'
import { bitcoinTestKeys, createBitcoinTestKey, signBitcoinMessage } from '@countersign/testing/bitcoin-test-keys'
import { signSolanaMessage, solanaTestKeys } from '@countersign/testing/solana-test-keys'
import { signEthereumMessage, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { validBitcoinMessageExample, validEthereumMessageExample } from '@countersign/message/message-error-examples'
import { describe, expect, test } from 'vitest'
import { inspectorExampleByErrorCode, messageInspectorExamples } from './message-inspector-examples.ts'
import type { MessageInspectorExample } from './message-inspector-example-types.ts'
import { inspectMessage } from './inspect-message.ts'
import {
  ethereumSignatureByOtherKeyExample,
  signedEthereumMessageExample,
  signedSolanaMessageExample,
} from './message-inspector-scenario-examples.ts'

const codes = Object.keys(messageErrorTexts) as MessageErrorCode[]

function exampleNamed(name: string): MessageInspectorExample {
  return messageInspectorExamples.find((example) => example.name === name)!
}

describe('inspector examples for error codes', () => {
  test('cover every code and have unique names', () => {
    expect(Object.keys(inspectorExampleByErrorCode)).toEqual(codes)
    expect(new Set(messageInspectorExamples.map(({ name }) => name)).size).toBe(messageInspectorExamples.length)
  })

  test.each(codes)('demonstrate %s', (code) => {
    const { text, shows, ...options } = inspectorExampleByErrorCode[code]
    const findings = inspectMessage(text, options)
    expect(shows?.code).toBe(code)
    if (shows!.by === 'fault') {
      expect(findings.outcome).toBe('malformed')
      expect(findings.errors.map((fault) => fault.code)).toEqual([code])
      expect(findings.errors[0]!.place).toMatchObject({ line: shows!.line, offset: shows!.offset })
      return
    }
    expect(findings.outcome).toBe('well-formed')
    const { field } = messageErrorTexts[code] as { field: string }
    const found = findings.fields.find((one) => one.field === field)!
    // A list is compared as a whole. Its first item starts after "\n- ".
    expect(found.place.offset - (field === 'resources' ? 3 : 0)).toBe(shows!.offset)
    expect(text.slice(found.place.offset, found.place.offset + found.place.length)).toBe(found.value)
    if (shows!.by === 'time') expect(findings.time?.state).toBe(code.replace('message.', '').replaceAll('_', '-'))
    if (shows!.by === 'origin') expect(findings.origin).toMatchObject({ matches: false })
    if (shows!.by === 'signature') expect(findings.signature).toMatchObject({ matches: false })
  })
})

describe('named inspector examples', () => {
  test('have the signatures of the test keys', () => {
    expect(exampleNamed('signed').signature).toBe(
      signEthereumMessage(ethereumTestKeys.alice, signedEthereumMessageExample),
    )
    expect(exampleNamed('signed-by-another').signature).toBe(
      signEthereumMessage(ethereumTestKeys.bob, signedEthereumMessageExample),
    )
    expect(ethereumSignatureByOtherKeyExample).toBe(
      signEthereumMessage(ethereumTestKeys.alice, validEthereumMessageExample),
    )
    expect(exampleNamed('signed-solana').signature).toBe(
      signSolanaMessage(solanaTestKeys.alice, signedSolanaMessageExample),
    )
    expect(exampleNamed('signed-bitcoin').signature).toBe(
      signBitcoinMessage(bitcoinTestKeys.alice, validBitcoinMessageExample),
    )
    const old = createBitcoinTestKey(1, 'p2pkh')
    expect(exampleNamed('signed-bitcoin-old').signature).toBe(signBitcoinMessage(old, validBitcoinMessageExample))
  })

  test('have the expected findings', () => {
    const lines = messageInspectorExamples
      .filter(({ name }) => !name.startsWith('message.'))
      .map((example) => {
        const { name, text } = example
        const { errors, fixedText, origin, signature, hints } = inspectMessage(text, example)
        const parts = [
          ...errors.map(({ code, place }) => `${code} ${place.line}:${place.column}`),
          fixedText === null
            ? ''
            : inspectMessage(fixedText, example).outcome === 'well-formed'
              ? 'fixed'
              : 'fixed in part',
          origin === null ? '' : `origin ${origin.matches}`,
          signature === null ? '' : [signature.form, signature.matches, ...signature.flaws].join(' '),
          ...hints.map(({ id }) => id),
        ]
        return `${name}: ${parts.filter(Boolean).join(', ')}`
      })
    expect(lines).toMatchInlineSnapshot(`
      [
        "sound: origin true",
        "signed: origin true, plain true",
        "signed-high-s: plain true high-s",
        "signed-compact: compact true",
        "signed-by-another: plain false",
        "signed-by-contract: other ",
        "signed-by-undeployed-contract: wrapped ",
        "signed-solana: origin true, ed25519 true",
        "signed-solana-changed: ed25519 false",
        "signed-solana-by-program: ed25519  off_curve",
        "signed-bitcoin: origin true, bip322-simple true",
        "signed-bitcoin-old: bitcoin-legacy true",
        "subdomain: origin false",
        "crlf: message.carriage_return 1:69, fixed",
        "zero-width: message.character_foreign 1:13",
        "look-alike: message.character_foreign 1:22, fixed",
        "look-alike-domain: message.character_foreign 1:9",
        "address-lower-case: message.address_checksum 2:5, fixed, address-lower-case",
        "no-statement-one-empty-line: message.blank_line_before_fields 5:1, fixed, no-statement-blank-lines",
        "two-errors: message.field_name 8:8, message.time_malformed 11:34, fixed in part",
        "escaped: message.header_missing 1:1, fixed",
      ]
    `)
  })
})
