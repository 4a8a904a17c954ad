// What each reader refuses: one sound message with one fault at a time, a kind of fault each. By itself (`node bench/src/strictness.ts FOLDER`)
// it says which faults each lets pass, and how each does on the public vectors of the format (`npm run conformance` says where those are).
import { checkMessage, parseMessage } from '@countersign/message'
import { faultExamples, soundExpectation, soundMessage, soundMoment } from '@countersign/message/fault-examples'
import { messageFaults } from '@countersign/message/message-faults'
import type { MessageFaultCode } from '@countersign/message'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { others, ours } from './readers.ts'
import type { Reader } from './readers.ts'
import type { Row } from './table.ts'

/** Whether a message is one of another chain family, which no reader of EIP-4361 takes anyway. */
const isForeign = (text: string): boolean => /^[^\n]* your (?:Solana|Bitcoin) account:\n/.test(text)

/** The faults of a text by itself that break a rule of the standard; our own limit of its length is none of them. */
const faults = (Object.keys(faultExamples) as MessageFaultCode[]).filter((code) => {
  const { text, expected } = faultExamples[code]
  return expected === undefined && messageFaults[code].rule !== 'limit' && !isForeign(text)
})

function accepts({ accept }: Reader, text: string): boolean {
  try {
    return accept(text)
  } catch {
    return false
  }
}

/** The kinds of faults that a reader lets pass. */
const passedBy = (reader: Reader): MessageFaultCode[] =>
  faults.filter((code) => accepts(reader, faultExamples[code].text))

export function compareStrictness(): Promise<Row[]> {
  assertSound()
  const refused = (reader: Reader): number => faults.length - passedBy(reader).length
  return Promise.resolve(
    others.map((other) => ({
      what: 'refuse a message with one fault, kinds of faults',
      alternative: other.name,
      ours: `${refused(ours)} of ${faults.length}`,
      theirs: `${refused(other)} of ${faults.length}`,
      ratio: refused(ours) / refused(other),
    })),
  )
}

/** A reader that refuses everything would be the strictest. */
function assertSound(): void {
  const reader = [ours, ...others].find((one) => !accepts(one, soundMessage))
  if (reader !== undefined || checkMessage(parseMessage(soundMessage), soundExpectation, soundMoment) !== null)
    throw new Error(`${reader?.name ?? 'checkMessage'} refuses the sound message`)
}

/** The texts of a file of vectors. */
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
  for (const reader of [ours, ...others]) {
    const passed = passedBy(reader)
    console.log(`${reader.name}: refuses ${faults.length - passed.length} of ${faults.length} kinds of faults`)
    for (const code of passed) console.log(`  accepts: ${messageFaults[code].message} (${code})`)
    for (const file of files) {
      const texts = folder === undefined ? [] : textsIn(folder, file)
      const right = texts.filter((text) => accepts(reader, text) === file.includes('positive')).length
      if (texts.length > 0) console.log(`  ${file}: ${right} of ${texts.length} right`)
    }
  }
}
