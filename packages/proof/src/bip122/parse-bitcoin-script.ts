// Scripts are not run, only compared with known patterns: others may not need a signature.
import { BitcoinByteReader, BitcoinDecodeError, concatBytes } from './bitcoin-byte-reader.ts'

const opIf = 0x63
const opNotIf = 0x64
const opElse = 0x67
const opEndIf = 0x68
const opVerify = 0x69
const opToAltStack = 0x6b
const opFromAltStack = 0x6c
const opIfDup = 0x73
const opDrop = 0x75
const opDup = 0x76
const opSwap = 0x7c
const opEqual = 0x87
const opEqualVerify = 0x88
const opAdd = 0x93
const opNumEqual = 0x9c
const opNumEqualVerify = 0x9d
const opHash160 = 0xa9
const opCheckSig = 0xac
const opCheckSigVerify = 0xad
const opCheckMultiSig = 0xae
const opCheckMultiSigVerify = 0xaf
const opCheckLockTime = 0xb1
const opCheckSequence = 0xb2
const opCheckSigAdd = 0xba

/** What is run if the first condition is not satisfied. */
export type RecoveryPath = 'delayed' | 'unsupported'

export type ParsedBitcoinScript =
  | { readonly kind: 'single-key'; readonly key: Uint8Array; readonly recoveryPath?: RecoveryPath }
  | { readonly kind: 'key-hash'; readonly keyHash: Uint8Array; readonly recoveryPath?: RecoveryPath }
  | {
      readonly kind: 'multisig'
      readonly needed: number
      readonly keys: readonly Uint8Array[]
      readonly recoveryPath?: RecoveryPath
    }
  /** Each key reads an element of its own, which is empty if the key did not sign. */
  | { readonly kind: 'signature-of-each'; readonly needed: number; readonly keys: readonly Uint8Array[] }
  /** The last element decides which branch is run. Null if that branch is not supported. */
  | {
      readonly kind: 'either'
      readonly ifTrue: ParsedBitcoinScript | null
      readonly ifFalse: ParsedBitcoinScript | null
    }
  /** `key` can sign at any time, `laterKey` only with a sequence of at least `delay` (BIP-112). */
  | { readonly kind: 'timelocked'; readonly key: Uint8Array; readonly laterKey: Uint8Array; readonly delay: number }
  /** Can be satisfied only after a delay, or from a certain time. */
  | { readonly kind: 'delayed' }

export type BitcoinScriptContext = 'p2sh' | 'p2wsh' | 'tapscript'

/** Allowed lengths of keys, in bytes (BIP-143 §Restrictions on public key type, BIP-342). */
export const keySizesByScriptContext: Readonly<Record<BitcoinScriptContext, readonly number[]>> = {
  p2sh: [33, 65],
  p2wsh: [33],
  tapscript: [32],
}

// The consensus limit for CHECKMULTISIG; the same here for CHECKSIGADD.
const maxKeys = 20
// Far more than any wallet writes; each recovery path adds one.
const maxNestedBranches = 8

/** Returns null if the script is not supported. */
export function parseBitcoinScript(
  script: Uint8Array,
  context: BitcoinScriptContext,
  depth = 0,
): ParsedBitcoinScript | null {
  const keySizes = keySizesByScriptContext[context]
  return (
    readWhole(script, (reader) => parseTimelockedScript(reader, keySizes)) ??
    readWhole(script, (reader) => parseEither(reader, context, depth)) ??
    readWhole(script, (reader) => parseKeyConditions(reader, context, depth)) ??
    (isDelayedBranch(script) ? { kind: 'delayed' } : null)
  )
}

function readWhole<Read>(script: Uint8Array, read: (reader: BitcoinByteReader) => Read): Read | null {
  try {
    const reader = new BitcoinByteReader(script)
    const found = read(reader)
    reader.requireEnd()
    return found
  } catch (error) {
    if (error instanceof BitcoinDecodeError) return null
    throw error
  }
}

// Miniscript `or_i(X, Z)` is `IF X ELSE Z ENDIF` (BIP-379).
function parseEither(reader: BitcoinByteReader, context: BitcoinScriptContext, depth: number): ParsedBitcoinScript {
  requireOpcodes(reader, opIf)
  const [first, second] = [readBranch(reader, opElse), readBranch(reader, opEndIf)]
  if (depth === maxNestedBranches) throw new BitcoinDecodeError()
  const ifTrue = parseBitcoinScript(first.script, context, depth + 1)
  const ifFalse = parseBitcoinScript(second.script, context, depth + 1)
  if (ifTrue === null && ifFalse === null) throw new BitcoinDecodeError()
  if (ifTrue?.kind === 'delayed' && ifFalse?.kind === 'delayed') return ifTrue
  return { kind: 'either', ifTrue, ifFalse }
}

function parseKeyConditions(
  reader: BitcoinByteReader,
  context: BitcoinScriptContext,
  depth: number,
): ParsedBitcoinScript {
  const keySizes = keySizesByScriptContext[context]
  if (isNextOpcode(reader, opDup)) return parseRecoveryPath(reader, context, depth, parseKeyHash(reader))
  if (keySizes.includes(reader.peekByte() ?? 0)) {
    const read = parseKeys(reader, context)
    return read.kind === 'single-key' ? parseRecoveryPath(reader, context, depth, read) : read
  }
  if (context === 'tapscript') throw new BitcoinDecodeError()
  return parseRecoveryPath(reader, context, depth, parseMultisig(reader, keySizes))
}

// Miniscript `or_d(X, Z)` is `X IFDUP NOTIF Z ENDIF`: if X is satisfied, Z is not run (BIP-379).
function parseRecoveryPath<Read extends ParsedBitcoinScript>(
  reader: BitcoinByteReader,
  context: BitcoinScriptContext,
  depth: number,
  read: Read,
): Read & { readonly recoveryPath?: RecoveryPath } {
  if (reader.isAtEnd || context === 'tapscript') return read
  requireOpcodes(reader, opIfDup, opNotIf)
  const { script } = readBranch(reader, opEndIf)
  const recovery = depth < maxNestedBranches ? parseBitcoinScript(script, context, depth + 1) : null
  return { ...read, recoveryPath: recovery?.kind === 'delayed' ? 'delayed' : 'unsupported' }
}

// `DUP HASH160 <hash> EQUALVERIFY CHECKSIG`, without its first opcode.
function parseKeyHash(reader: BitcoinByteReader): ParsedBitcoinScript & { kind: 'key-hash' } {
  requireOpcodes(reader, opHash160, 20)
  const keyHash = reader.readBytes(20)
  requireOpcodes(reader, opEqualVerify, opCheckSig)
  return { kind: 'key-hash', keyHash }
}

// `m <key>… n CHECKMULTISIG` (BIP-11).
function parseMultisig(
  reader: BitcoinByteReader,
  keySizes: readonly number[],
): ParsedBitcoinScript & { kind: 'multisig' } {
  const needed = parseScriptNumber(reader)
  const keys: Uint8Array[] = []
  while (keySizes.includes(reader.peekByte() ?? 0)) keys.push(parseKey(reader, keySizes))
  const count = parseScriptNumber(reader)
  requireOpcodes(reader, opCheckMultiSig)
  if (count !== keys.length || needed > count || count > maxKeys) throw new BitcoinDecodeError()
  return { kind: 'multisig', needed, keys }
}

// One key, or several that all sign: `(<key> CHECKSIGVERIFY)… <key> CHECKSIG`. In tapscript also
// `<key> CHECKSIG (<key> CHECKSIGADD)… m NUMEQUAL` (BIP-342, BIP-387 `multi_a`).
function parseKeys(
  reader: BitcoinByteReader,
  context: BitcoinScriptContext,
): ParsedBitcoinScript & { kind: 'single-key' | 'signature-of-each' } {
  const keySizes = keySizesByScriptContext[context]
  const keys = [parseKey(reader, keySizes)]
  while (isNextOpcode(reader, opCheckSigVerify)) keys.push(parseKey(reader, keySizes))
  requireOpcodes(reader, opCheckSig)
  if (keys.length > maxKeys) throw new BitcoinDecodeError()
  if (keys.length > 1) return { kind: 'signature-of-each', needed: keys.length, keys }
  if (context !== 'tapscript' || reader.isAtEnd) return { kind: 'single-key', key: keys[0]! }
  while (keySizes.includes(reader.peekByte() ?? 0)) {
    keys.push(parseKey(reader, keySizes))
    requireOpcodes(reader, opCheckSigAdd)
  }
  const needed = parseScriptNumber(reader)
  requireOpcodes(reader, opNumEqual)
  if (needed > keys.length || keys.length > maxKeys) throw new BitcoinDecodeError()
  return { kind: 'signature-of-each', needed, keys }
}

// Only opcodes that have no effect in a branch that is not run. Disabled opcodes fail there as well,
// and in tapscript, unknown opcodes make the script succeed (BIP-342 §OP_SUCCESSx).
const branchOpcodes: ReadonlySet<number> = new Set([
  opVerify,
  opToAltStack,
  opFromAltStack,
  opIfDup,
  opDrop,
  opDup,
  opSwap,
  opEqual,
  opEqualVerify,
  opAdd,
  opNumEqual,
  opNumEqualVerify,
  opHash160,
  opCheckSig,
  opCheckSigVerify,
  opCheckMultiSig,
  opCheckMultiSigVerify,
  opCheckLockTime,
  opCheckSequence,
  opCheckSigAdd,
])

/**
 * Reads a branch, and the ELSE or ENDIF after it, if nothing in it can have an effect when it is not
 * run. A branch with a timelock outside of nested branches can only be satisfied after a delay.
 */
function readBranch(
  reader: BitcoinByteReader,
  end: typeof opElse | typeof opEndIf,
): { script: Uint8Array; isDelayed: boolean } {
  const { rest } = reader
  let length = 0
  let isDelayed = false
  for (let depth = 0; ; length += 1) {
    const code = reader.readUint(1)
    if (depth === 0 && code === end) return { script: rest.subarray(0, length), isDelayed }
    if (depth === 0 && (code === opCheckSequence || code === opCheckLockTime)) isDelayed = true
    if (code === opIf || code === opNotIf) depth += 1
    else if (code === opEndIf && depth > 0) depth -= 1
    else if (code <= 75) length += reader.readBytes(code).length
    // At depth 0, a further ELSE would run what follows it.
    else if (!(code === opElse && depth > 0) && decodeSmallNumber(code) === null && !branchOpcodes.has(code))
      throw new BitcoinDecodeError()
  }
}

// Whatever else such a script requires, no one can satisfy it without waiting.
const isDelayedBranch = (script: Uint8Array): boolean =>
  readWhole(concatBytes(script, Uint8Array.of(opEndIf)), (reader) => readBranch(reader, opEndIf))?.isDelayed === true

// Parses `IF <key> ELSE <delay> CHECKSEQUENCEVERIFY DROP <laterKey> ENDIF CHECKSIG`.
function parseTimelockedScript(reader: BitcoinByteReader, keySizes: readonly number[]): ParsedBitcoinScript {
  requireOpcodes(reader, opIf)
  const key = parseKey(reader, keySizes)
  requireOpcodes(reader, opElse)
  const delay = parseScriptNumber(reader)
  requireOpcodes(reader, opCheckSequence, opDrop)
  const laterKey = parseKey(reader, keySizes)
  requireOpcodes(reader, opEndIf, opCheckSig)
  return { kind: 'timelocked', key, laterKey, delay }
}

function parseKey(reader: BitcoinByteReader, keySizes: readonly number[]): Uint8Array {
  const size = reader.readUint(1)
  if (!keySizes.includes(size)) throw new BitcoinDecodeError()
  const key = reader.readBytes(size)
  // The first byte is the form of a key (SEC 1 §2.3.3); 32 bytes are an x coordinate (BIP-340).
  const isForm = size === 32 || (size === 33 ? key[0] === 2 || key[0] === 3 : key[0] === 4)
  if (!isForm) throw new BitcoinDecodeError()
  return key
}

// The number must be little-endian and in its shortest form.
function parseScriptNumber(reader: BitcoinByteReader): number {
  const small = decodeSmallNumber(reader.peekByte())
  if (small !== null) {
    reader.readUint(1)
    return small
  }
  const size = reader.readUint(1)
  if (size < 1 || size > 4) throw new BitcoinDecodeError()
  const bytes = reader.readBytes(size)
  const last = bytes[size - 1]!
  const isShortest = last !== 0 ? last < 0x80 : size > 1 && bytes[size - 2]! >= 0x80
  const number = bytes.reduceRight((sum, byte) => sum * 256 + byte, 0)
  if (!isShortest || number <= 16) throw new BitcoinDecodeError()
  return number
}

/** Returns null for opcodes other than OP_1 to OP_16. */
export const decodeSmallNumber = (code: number | undefined): number | null =>
  code !== undefined && code > 0x50 && code <= 0x60 ? code - 0x50 : null

function isNextOpcode(reader: BitcoinByteReader, code: number): boolean {
  if (reader.peekByte() !== code) return false
  reader.readUint(1)
  return true
}

function requireOpcodes(reader: BitcoinByteReader, ...codes: readonly number[]): void {
  for (const code of codes) if (reader.readUint(1) !== code) throw new BitcoinDecodeError()
}
