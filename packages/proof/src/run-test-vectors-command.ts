// `npm run conformance -- FOLDER` runs spruceid/siwe (test/) or bitcoin/bips (bip-0322/) vectors.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  validateSignInMessage,
  formatSignInMessage,
  MessageError,
  parseSignInMessage,
  anyValue,
} from '@countersign/message'
import type { ExpectedSignInMessage, SignInMessage } from '@countersign/message'
import { bip322TestVectorChecks } from './bip322-test-vector-checks.ts'
import { checkGrammarRuleTestVector } from './check-grammar-rule-test-vector.ts'
import { verifyEthereumKeySignature } from './verify-ethereum-key-signature.ts'

/** Null if the result was as expected. */
type Deviation = string | null

interface VectorFields extends Record<string, unknown> {
  readonly signature?: string
  readonly time?: string
  readonly domainBinding?: string
  readonly matchNonce?: string
}

/** Null means that a field is absent. */
interface ParseVector {
  readonly msg: string
  readonly resources?: readonly string[]
  readonly items?: Readonly<Record<string, unknown>>
}

interface VectorFile {
  readonly expectation: string
  readonly isOptional?: true
  readonly run: (vector: never) => Deviation
}

const vectorFiles: Readonly<Record<string, VectorFile>> = {
  'parsing_positive.json': { expectation: 'parses to the expected fields and round-trips', run: checkParsedFields },
  'parsing_negative.json': {
    expectation: 'is rejected',
    run: (text: string) => checkRejected(() => parseSignInMessage(text)),
  },
  'parsing_negative_objects.json': {
    expectation: 'is rejected',
    run: (vector: VectorFields) => checkRejected(() => formatSignInMessage(toMessage(vector))),
  },
  'verification_positive.json': { expectation: 'is accepted with its signature', run: verifyVector },
  'verification_negative.json': {
    expectation: 'is rejected',
    run: (vector: VectorFields) => (verifyVector(vector) === null ? 'accepted' : null),
  },
  'message_objects.json': {
    expectation: 'is formatted or rejected as specified',
    run: checkFormatting,
    isOptional: true,
  },
  'valid_uris.json': { expectation: 'parses and round-trips', run: checkRoundTrip, isOptional: true },
  'valid_resources.json': { expectation: 'parses and round-trips', run: checkRoundTrip, isOptional: true },
  'valid_specification.json': { expectation: 'parses and round-trips', run: checkRoundTrip, isOptional: true },
  'invalid_uris.json': {
    expectation: 'is rejected',
    run: (text: string) => checkRejected(() => parseSignInMessage(text)),
    isOptional: true,
  },
  'invalid_resources.json': {
    expectation: 'is rejected',
    run: (text: string) => checkRejected(() => parseSignInMessage(text)),
    isOptional: true,
  },
  'valid_chars.json': { expectation: 'matches its rule', run: checkGrammarRuleTestVector, isOptional: true },
  'invalid_chars.json': { expectation: 'does not match its rule', run: checkGrammarRuleTestVector, isOptional: true },
}

const skippedFiles: Readonly<Record<string, string>> = {
  'eip1271.json': 'needs contract calls on Ethereum mainnet; this command reads no chain',
}

function checkParsedFields({ message: text, fields }: { message: string; fields: VectorFields }): Deviation {
  const message = catchMessageError(() => parseSignInMessage(text))
  if (message instanceof MessageError) return describeMessageError(message)
  const expected = toMessage(fields)
  const names = new Set([...Object.keys(message), ...Object.keys(expected)]) as Set<keyof SignInMessage>
  for (const name of names) {
    if (JSON.stringify(message[name]) !== JSON.stringify(expected[name]))
      return `${name} is ${JSON.stringify(message[name])}`
  }
  return formatSignInMessage(message) === text ? null : 'does not round-trip: formatting it again gives different text'
}

function checkRoundTrip({ msg: text, resources, items = {} }: ParseVector): Deviation {
  const message = catchMessageError(() => parseSignInMessage(text))
  if (message instanceof MessageError) return describeMessageError(message)
  const named = { ...items, ...(resources && { resources }) }
  for (const [name, value] of Object.entries(named)) {
    const read = message[name as keyof SignInMessage]
    if (JSON.stringify(read ?? null) !== JSON.stringify(value)) return `${name} is ${JSON.stringify(read)}`
  }
  return formatSignInMessage(message) === text ? null : 'does not round-trip: formatting it again gives different text'
}

function checkFormatting({ msg, error }: { msg: VectorFields; error: string }): Deviation {
  const text = catchMessageError(() => formatSignInMessage(toMessage(msg)))
  if (text instanceof MessageError) return error === 'none' ? describeMessageError(text) : null
  return error === 'none' ? null : 'accepted'
}

function checkRejected(use: () => unknown): Deviation {
  return catchMessageError(use) instanceof MessageError ? null : 'accepted'
}

function verifyVector(vector: VectorFields): Deviation {
  const text = catchMessageError(() => formatSignInMessage(toMessage(vector)))
  if (text instanceof MessageError) return describeMessageError(text)
  const message = parseSignInMessage(text)
  const expected: ExpectedSignInMessage = {
    scheme: anyValue,
    domain: vector.domainBinding ?? anyValue,
    address: anyValue,
    statement: anyValue,
    uri: anyValue,
    chainIds: anyValue,
    nonce: vector.matchNonce ?? anyValue,
    issuedAt: anyValue,
    expirationTime: anyValue,
    notBefore: anyValue,
    requestId: anyValue,
    resources: anyValue,
  }
  const now = vector.time === undefined ? Date.now() : Date.parse(vector.time)
  // Some vectors set the clock before the issued-at time, which the standard does not forbid.
  const fault = validateSignInMessage(message, expected, { now, toleranceMs: Number.MAX_SAFE_INTEGER })
  if (fault) return describeMessageError(fault)
  const proof = verifyEthereumKeySignature(text, vector.signature ?? '', message.address)
  return proof.outcome === 'verified' ? null : `proof refused: ${proof.reason}`
}

// In the vectors, the chain ID is a number and absent fields are null.
function toMessage(vector: VectorFields): SignInMessage {
  const { signature: _signature, time: _time, domainBinding: _domain, matchNonce: _nonce, chainId, ...rest } = vector
  const fields = chainId === undefined ? rest : { ...rest, chainId: String(chainId) }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as unknown as SignInMessage
}

function catchMessageError<Result>(use: () => Result): Result | MessageError {
  try {
    return use()
  } catch (fault) {
    if (fault instanceof MessageError) return fault
    throw fault
  }
}

function describeMessageError(fault: MessageError): string {
  return `${fault.code} on line ${fault.line} at offset ${fault.offset}`
}

const bip322Files = ['basic-test-vectors.json', 'generated-test-vectors.json']

function runBip322File(folder: string, name: string): number {
  const content = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, never[]>
  let wrong = 0
  for (const [kind, vectors] of Object.entries(content)) {
    const known = bip322TestVectorChecks[kind]
    const deviations = vectors.flatMap((vector, index) => {
      const deviation = known === undefined ? 'unknown kind of vector' : known.run(vector)
      return deviation === null ? [] : [`  failed: ${kind} ${index}: ${deviation}`]
    })
    const right = vectors.length - deviations.length
    console.log(`${name.padEnd(32)} ${right} of ${vectors.length} passed: ${known?.shows ?? kind}`)
    for (const deviation of deviations) console.log(deviation)
    wrong += deviations.length
  }
  return wrong
}

function runVectorFolder(folder: string): number {
  let wrong = 0
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  // A folder contains only one of the two suites.
  const isBip322 = bip322Files.some((name) => names.includes(name))
  const wanted = isBip322 ? bip322Files : Object.keys(vectorFiles).filter((name) => !vectorFiles[name]?.isOptional)
  for (const missing of wanted.filter((name) => !names.includes(name))) {
    console.error(`${missing}: not in ${folder}`)
    wrong += 1
  }
  for (const name of names) {
    if (bip322Files.includes(name)) {
      wrong += runBip322File(folder, name)
      continue
    }
    const file = vectorFiles[name]
    const vectors = Object.entries(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, never>)
    if (!file) {
      console.log(`${name.padEnd(32)} not run (${vectors.length}): ${skippedFiles[name] ?? 'unknown file'}`)
      continue
    }
    const results = vectors.map(([title, vector]) => [title, file.run(vector)] as const)
    const deviations = results.filter(([, deviation]) => deviation !== null)
    console.log(
      `${name.padEnd(32)} ${vectors.length - deviations.length} of ${vectors.length} passed: ${file.expectation}`,
    )
    for (const [title, deviation] of deviations) console.log(`  failed: “${title}”: ${deviation}`)
    wrong += deviations.length
  }
  return wrong
}

const folder = process.argv[2]
if (folder === undefined) {
  console.error('No folder of test vectors was given. Usage: npm run conformance -- FOLDER')
  process.exitCode = 2
} else {
  process.exitCode = runVectorFolder(folder) === 0 ? 0 : 1
}
