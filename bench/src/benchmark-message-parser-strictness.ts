// Includes the public test vectors. Arguments: `FOLDER` (see `npm run conformance`).
import { validateSignInMessage, parseSignInMessage } from '@countersign/message'
import {
  messageErrorExamples,
  expectedExampleMessageFields,
  validEthereumMessageExample,
  exampleMessageValidationClock,
} from '@countersign/message/message-error-examples'
import { messageErrorCatalog } from '@countersign/message/message-error-catalog'
import type { MessageErrorCode } from '@countersign/message'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { alternativeMessageParsers, countersignMessageParser } from './benchmarked-message-parsers.ts'
import type { BenchmarkedMessageParser } from './benchmarked-message-parsers.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'

/** No EIP-4361 parser accepts messages of other chain families. */
const isForeign = (text: string): boolean => /^[^\n]* your (?:Solana|Bitcoin) account:\n/.test(text)

/** Includes only violations of the standard; our own length limit is not part of it. */
const errorCodes = (Object.keys(messageErrorExamples) as MessageErrorCode[]).filter((code) => {
  const { text, expected } = messageErrorExamples[code]
  return expected === undefined && messageErrorCatalog[code].rule !== 'limit' && !isForeign(text)
})

function accepts({ accepts: accept }: BenchmarkedMessageParser, text: string): boolean {
  try {
    return accept(text)
  } catch {
    return false
  }
}

const acceptedErrorsOf = (reader: BenchmarkedMessageParser): MessageErrorCode[] =>
  errorCodes.filter((code) => accepts(reader, messageErrorExamples[code].text))

export function benchmarkMessageParserStrictness(): Promise<BenchmarkComparisonRow[]> {
  assertSound()
  const refused = (reader: BenchmarkedMessageParser): number => errorCodes.length - acceptedErrorsOf(reader).length
  return Promise.resolve(
    alternativeMessageParsers.map((other) => ({
      what: 'refuse a message with one error, kinds of errors',
      alternative: other.name,
      ours: `${refused(countersignMessageParser)} of ${errorCodes.length}`,
      theirs: `${refused(other)} of ${errorCodes.length}`,
      ratio: refused(countersignMessageParser) / refused(other),
    })),
  )
}

/** A parser that refuses everything would rank strictest. */
function assertSound(): void {
  const reader = [countersignMessageParser, ...alternativeMessageParsers].find(
    (one) => !accepts(one, validEthereumMessageExample),
  )
  if (
    reader !== undefined ||
    validateSignInMessage(
      parseSignInMessage(validEthereumMessageExample),
      expectedExampleMessageFields,
      exampleMessageValidationClock,
    ) !== null
  )
    throw new Error(`${reader?.name ?? 'validateMessage'} refuses a valid message`)
}

function textsIn(folder: string, file: string): string[] {
  const path = join(folder, file)
  if (!existsSync(path)) return []
  const vectors = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string | { message: string }>
  return Object.values(vectors).map((vector) => (typeof vector === 'string' ? vector : vector.message))
}

const files = ['parsing_positive.json', 'parsing_negative.json', 'invalid_uris.json'] as const

if (import.meta.main) {
  assertSound()
  const folder = process.argv[2]
  for (const reader of [countersignMessageParser, ...alternativeMessageParsers]) {
    const passed = acceptedErrorsOf(reader)
    console.log(`${reader.name}: refuses ${errorCodes.length - passed.length} of ${errorCodes.length} kinds of errors`)
    for (const code of passed) console.log(`  accepts: ${messageErrorCatalog[code].message} (${code})`)
    for (const file of files) {
      const texts = folder === undefined ? [] : textsIn(folder, file)
      const right = texts.filter((text) => accepts(reader, text) === file.includes('positive')).length
      if (texts.length > 0) console.log(`  ${file}: ${right} of ${texts.length} correct`)
    }
  }
}
