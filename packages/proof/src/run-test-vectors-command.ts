// Runs public test vectors against this implementation: `npm run conformance -- FOLDER`. Of Sign-In with Ethereum they are the JSON files of
// the repository spruceid/siwe, folder test/; of BIP-322 those of bitcoin/bips, folder bip-0322/. Prints a line for each file and for each vector that does
// not come out as its file says, and ends with 1 if there is one.
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

/** What became of one vector: null where it came out as it should, otherwise what happened instead. */
type Deviation = string | null

/** The fields of a message as the vectors write them, with what some of them add. */
interface VectorFields extends Record<string, unknown> {
  readonly signature?: string
  readonly time?: string
  readonly domainBinding?: string
  readonly matchNonce?: string
}

/** A text that is read; of some fields the vector says what is read, null where there is none. */
interface ParseVector {
  readonly msg: string
  readonly resources?: readonly string[]
  readonly items?: Readonly<Record<string, unknown>>
}

interface VectorFile {
  /** What the vectors of this file are there to show. */
  readonly expectation: string
  /** Not every copy of the vectors has it. */
  readonly isOptional?: true
  readonly run: (vector: never) => Deviation
}

const vectorFiles: Readonly<Record<string, VectorFile>> = {
  'parsing_positive.json': { expectation: 'is read to these fields and written back', run: checkParsedFields },
  'parsing_negative.json': {
    expectation: 'is not read',
    run: (text: string) => checkRejected(() => parseSignInMessage(text)),
  },
  'parsing_negative_objects.json': {
    expectation: 'is not written',
    run: (vector: VectorFields) => checkRejected(() => formatSignInMessage(toMessage(vector))),
  },
  'verification_positive.json': { expectation: 'is accepted with its signature', run: verifyVector },
  'verification_negative.json': {
    expectation: 'is not accepted',
    run: (vector: VectorFields) => (verifyVector(vector) === null ? 'accepted' : null),
  },
  'message_objects.json': { expectation: 'is written, or not, as it says', run: checkFormatting, isOptional: true },
  'valid_uris.json': { expectation: 'is read and written back', run: checkRoundTrip, isOptional: true },
  'valid_resources.json': { expectation: 'is read and written back', run: checkRoundTrip, isOptional: true },
  'valid_specification.json': { expectation: 'is read and written back', run: checkRoundTrip, isOptional: true },
  'invalid_uris.json': {
    expectation: 'is not read',
    run: (text: string) => checkRejected(() => parseSignInMessage(text)),
    isOptional: true,
  },
  'invalid_resources.json': {
    expectation: 'is not read',
    run: (text: string) => checkRejected(() => parseSignInMessage(text)),
    isOptional: true,
  },
  'valid_chars.json': { expectation: 'is taken by its rule', run: checkGrammarRuleTestVector, isOptional: true },
  'invalid_chars.json': { expectation: 'is not taken by its rule', run: checkGrammarRuleTestVector, isOptional: true },
}

/** Files that are not run, with the reason. */
const skippedFiles: Readonly<Record<string, string>> = {
  'eip1271.json': 'asks contracts on Ethereum mainnet; nothing here reads a chain',
}

/** A text must give exactly these fields, and the fields the text. */
function checkParsedFields({ message: text, fields }: { message: string; fields: VectorFields }): Deviation {
  const message = catchMessageError(() => parseSignInMessage(text))
  if (message instanceof MessageError) return describeMessageError(message)
  const expected = toMessage(fields)
  const names = new Set([...Object.keys(message), ...Object.keys(expected)]) as Set<keyof SignInMessage>
  for (const name of names) {
    if (JSON.stringify(message[name]) !== JSON.stringify(expected[name]))
      return `${name} is ${JSON.stringify(message[name])}`
  }
  return formatSignInMessage(message) === text ? null : 'written back as another text'
}

/** A text must be read, give the fields that are named, and be written back. */
function checkRoundTrip({ msg: text, resources, items = {} }: ParseVector): Deviation {
  const message = catchMessageError(() => parseSignInMessage(text))
  if (message instanceof MessageError) return describeMessageError(message)
  const named = { ...items, ...(resources && { resources }) }
  for (const [name, value] of Object.entries(named)) {
    const read = message[name as keyof SignInMessage]
    if (JSON.stringify(read ?? null) !== JSON.stringify(value)) return `${name} is ${JSON.stringify(read)}`
  }
  return formatSignInMessage(message) === text ? null : 'written back as another text'
}

/** Fields that can be written are those whose vector names no error. */
function checkFormatting({ msg, error }: { msg: VectorFields; error: string }): Deviation {
  const text = catchMessageError(() => formatSignInMessage(toMessage(msg)))
  if (text instanceof MessageError) return error === 'none' ? describeMessageError(text) : null
  return error === 'none' ? null : 'accepted'
}

function checkRejected(use: () => unknown): Deviation {
  return catchMessageError(use) instanceof MessageError ? null : 'accepted'
}

/** Writes the message, reads it, compares what the vector names, checks the clock and the signature. */
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
  // Some vectors set the clock to a time before their message was issued. The standard does not say that this is a
  // fault, so that the tolerance for it is opened as wide as it takes.
  const fault = validateSignInMessage(message, expected, { now, toleranceMs: Number.MAX_SAFE_INTEGER })
  if (fault) return describeMessageError(fault)
  const proof = verifyEthereumKeySignature(text, vector.signature ?? '', message.address)
  return proof.outcome === 'verified' ? null : `proof refused: ${proof.reason}`
}

/** The fields of a message alone. The vectors write the chain id as a number, and null for what is absent. */
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
  return `${fault.code} in line ${fault.line} at offset ${fault.offset}`
}

const bip322Files = ['basic-test-vectors.json', 'generated-test-vectors.json']

/** Runs one file of BIP-322, which holds vectors of several kinds. */
function runBip322File(folder: string, name: string): number {
  const content = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, never[]>
  let wrong = 0
  for (const [kind, vectors] of Object.entries(content)) {
    const known = bip322TestVectorChecks[kind]
    const deviations = vectors.flatMap((vector, index) => {
      const deviation = known === undefined ? 'a kind that this command does not know' : known.run(vector)
      return deviation === null ? [] : [`  wrong: ${kind} ${index}: ${deviation}`]
    })
    const right = vectors.length - deviations.length
    console.log(`${name.padEnd(32)} ${right} of ${vectors.length} right: ${known?.shows ?? kind}`)
    for (const deviation of deviations) console.log(deviation)
    wrong += deviations.length
  }
  return wrong
}

/** Runs every file of the folder and answers how many vectors did not come out as they should. */
function runVectorFolder(folder: string): number {
  let wrong = 0
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  // The two kinds of vectors stand in folders of their own.
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
      console.log(
        `${name.padEnd(32)} not run (${vectors.length}): ${skippedFiles[name] ?? 'not a file that this command knows'}`,
      )
      continue
    }
    const results = vectors.map(([title, vector]) => [title, file.run(vector)] as const)
    const deviations = results.filter(([, deviation]) => deviation !== null)
    console.log(
      `${name.padEnd(32)} ${vectors.length - deviations.length} of ${vectors.length} right: ${file.expectation}`,
    )
    for (const [title, deviation] of deviations) console.log(`  wrong: “${title}”: ${deviation}`)
    wrong += deviations.length
  }
  return wrong
}

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Say where the vectors are: npm run conformance -- FOLDER')
  process.exitCode = 2
} else {
  process.exitCode = runVectorFolder(folder) === 0 ? 0 : 1
}
