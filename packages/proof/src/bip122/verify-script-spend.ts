// Checks the signatures that a known script needs, in the order in which the script reads them.
import { isEqualBytes } from '../is-equal-bytes.ts'
import { hash160 } from './bitcoin-hashes.ts'
import type { BitcoinVerificationErrorCode } from './bitcoin-verification-errors.ts'
import { keySizesByScriptContext, parseBitcoinScript } from './parse-bitcoin-script.ts'
import type { BitcoinScriptContext, ParsedBitcoinScript } from './parse-bitcoin-script.ts'

export interface ScriptSignatureChecks {
  readonly verifySignature: (signature: Uint8Array, key: Uint8Array) => BitcoinVerificationErrorCode | null
  /** Each signature must be by a different entry of the key list, in the order of the list (BIP-11). */
  readonly verifySignaturesInOrder: (
    signatures: readonly Uint8Array[],
    keys: readonly Uint8Array[],
  ) => BitcoinVerificationErrorCode | null
  readonly isDelaySatisfied: (delay: number) => boolean
}

/**
 * Returns null if the elements satisfy the script.
 * @param elements in the order of the witness or script signature, without the script
 */
export function verifyScriptSpend(
  script: Uint8Array,
  context: BitcoinScriptContext,
  elements: readonly Uint8Array[],
  checks: ScriptSignatureChecks,
): BitcoinVerificationErrorCode | null {
  const read = parseBitcoinScript(script, context)
  return read === null ? 'script_unknown' : verifyConditions(read, context, elements, checks)
}

function verifyConditions(
  read: ParsedBitcoinScript,
  context: BitcoinScriptContext,
  elements: readonly Uint8Array[],
  checks: ScriptSignatureChecks,
): BitcoinVerificationErrorCode | null {
  if (read.kind === 'delayed') return 'timelock'
  const [first, second] = elements
  if (first === undefined) return 'witness_surplus'
  if ('recoveryPath' in read && isFirstSignatureEmpty(read, elements))
    return read.recoveryPath === 'delayed' ? 'timelock' : 'script_unknown'
  switch (read.kind) {
    case 'single-key':
      return elements.length === 1 ? checks.verifySignature(first, read.key) : 'witness_surplus'
    case 'key-hash':
      if (elements.length !== 2 || second === undefined) return 'witness_surplus'
      return isPublicKey(second, keySizesByScriptContext[context]) && isEqualBytes(hash160(second), read.keyHash)
        ? checks.verifySignature(first, second)
        : 'other_signer'
    case 'multisig':
      // CHECKMULTISIG consumes one extra element, which must be empty (BIP-147).
      return first.length === 0 && elements.length === read.needed + 1
        ? checks.verifySignaturesInOrder(elements.slice(1), read.keys)
        : 'witness_surplus'
    case 'signature-of-each':
      return verifySignatureOfEachKey(elements, read, checks)
    case 'either':
      return verifyChosenBranch(elements, read, context, checks)
    case 'timelocked':
      return verifyTimelockedSpend(elements, read, checks)
  }
}

// Without a signature for the first condition, the recovery path is run (BIP-379). The key of a key
// hash follows its signature.
const isFirstSignatureEmpty = ({ kind }: ParsedBitcoinScript, elements: readonly Uint8Array[]): boolean =>
  elements.at(kind === 'key-hash' ? -2 : -1)?.length === 0

export const isPublicKey = (key: Uint8Array, sizes: readonly number[]): boolean =>
  sizes.includes(key.length) && (key.length === 33 ? key[0] === 2 || key[0] === 3 : key.length === 32 || key[0] === 4)

// The first key of the script reads the last element.
function verifySignatureOfEachKey(
  elements: readonly Uint8Array[],
  { needed, keys }: { needed: number; keys: readonly Uint8Array[] },
  { verifySignature }: ScriptSignatureChecks,
): BitcoinVerificationErrorCode | null {
  const signatures = elements.toReversed()
  const isCountRight =
    signatures.length === keys.length && signatures.filter(({ length }) => length > 0).length === needed
  if (!isCountRight) return 'witness_surplus'
  for (const [index, key] of keys.entries()) {
    const signature = signatures[index]!
    const fault = signature.length > 0 ? verifySignature(signature, key) : null
    if (fault !== null) return fault
  }
  return null
}

function verifyChosenBranch(
  elements: readonly Uint8Array[],
  { ifTrue, ifFalse }: { ifTrue: ParsedBitcoinScript | null; ifFalse: ParsedBitcoinScript | null },
  context: BitcoinScriptContext,
  checks: ScriptSignatureChecks,
): BitcoinVerificationErrorCode | null {
  const choice = decodeChoice(elements.at(-1)!)
  if (choice === null) return 'witness_surplus'
  const branch = choice ? ifTrue : ifFalse
  return branch === null ? 'script_unknown' : verifyConditions(branch, context, elements.slice(0, -1), checks)
}

// Only 1 counts as true (MINIMALIF, BIP-342 §Specification; a relay policy for P2WSH).
function decodeChoice(element: Uint8Array): boolean | null {
  if (element.length === 0) return false
  return element.length === 1 && element[0] === 1 ? true : null
}

function verifyTimelockedSpend(
  elements: readonly Uint8Array[],
  { key, laterKey, delay }: { key: Uint8Array; laterKey: Uint8Array; delay: number },
  { verifySignature, isDelaySatisfied }: ScriptSignatureChecks,
): BitcoinVerificationErrorCode | null {
  const [signature, choice] = elements
  if (elements.length !== 2 || signature === undefined || choice === undefined) return 'witness_surplus'
  const isNow = decodeChoice(choice)
  if (isNow === null) return 'witness_surplus'
  if (!isNow && !isDelaySatisfied(delay)) return 'timelock'
  return verifySignature(signature, isNow ? key : laterKey)
}
