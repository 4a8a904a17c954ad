// The first fault of a text, as the reader refuses it, and the further ones: each fault is repaired in a copy and the copy read
// again. What is only a consequence of a repair is never told.
import { MessageFault, parseMessage } from '@countersign/message'
import type { Message, MessageFaultCode, MessageField } from '@countersign/message'
import { labels } from '@countersign/message/labels'
import { messageFaults } from '@countersign/message/message-faults'
import { expectedAt } from './expected.ts'
import { meantFamily } from './families/meant-family.ts'
import { lengthAt } from './fault-length.ts'
import type { FoundFault, Mend } from './findings.ts'
import { lineAt } from './lines.ts'
import { makeVisible } from './make-visible.ts'
import { mendFault } from './mend.ts'
import type { Locate } from './place.ts'
import { applyTo, draftOf, onlyInserts, repairDraft } from './repair.ts'
import type { Draft, Repair } from './repair.ts'
import { stopgapFor } from './stopgap.ts'

/** How often a text is read at most, and so how many faults are found at most. */
export const mostReadings = 20
/** As much of a text as is looked at; the reader refuses longer ones. */
export const longestRead = 4096
/** What only a sign-in message has: of any other text the first fault says all, and there is nothing to mend. */
const seemsMeant = /wants you to sign in|^[ \t]*(?:URI|Version|Chain ID|Nonce|Issued At):/im

/** Faults of whole lines: in a head of which a line was guessed, they say more about the guess than about the text. */
const ofLines = /_missing$|\.(?:blank_line_unexpected|field_unknown|statement_character|text_after_end)$/

/** Repairs may make the copy longer. */
const longestCopy = 65_536

/** The message, or its faults with the text in which all that is certain is mended. */
export interface FoundFaults {
  readonly message: Message | null
  readonly faults: FoundFault[]
  readonly mended: string | null
}

/** Finds up to 20 faults of the form. Of a text that is too long, those in its first 4096 characters. */
export function findFaults(text: string, locate: Locate): FoundFaults {
  const faults: FoundFault[] = []
  const isCut = text.length > longestRead
  if (isCut) faults.push(describeFault('message.too_long', null, text, longestRead, locate, null, null))
  const pasted = draftOf(text.slice(0, longestRead))
  let draft = pasted
  let kept = pasted
  const isMeant = seemsMeant.test(pasted.text)
  const lastLine = locate(pasted.text.length, 0).line
  const repairedLines = new Set<number>()
  let isHeadGuessed = false

  for (let reading = 0; reading < mostReadings; reading += 1) {
    const fault = read(draft.text)
    if (!(fault instanceof MessageFault)) {
      // Only the first reading is one of the text itself.
      return {
        message: reading === 0 && !isCut ? fault : null,
        faults,
        mended: kept.text === pasted.text ? null : kept.text,
      }
    }
    const origin = draft.origins[fault.offset]!
    const line = locate(origin < 0 ? ~origin : origin, 0).line
    // Where a text was cut off, nobody knows what would have followed.
    if (isCut && (line === lastLine || fault.code.endsWith('_missing'))) break
    const isConsequence: boolean =
      origin < 0 ||
      repairedLines.has(line) ||
      // What was put in the place of an address or a chain says nothing about the other.
      (fault.code === 'message.chain_of_another_address' &&
        faults.some(({ field }) => field === 'address' || field === 'chainId')) ||
      (isHeadGuessed && isOfHead(fault, draft)) ||
      // A certain repair may take away what stood around a line that is wrong all the same: that is one fault.
      faults.some(({ code, place }) => code === fault.code && place.offset === origin)
    const repair: Repair | null = isConsequence ? null : mendFault(fault.code, draft.text, fault.offset, fault.field)
    if (!isConsequence) {
      const isMendable = !isCut && (isMeant || (repair !== null && seemsMeant.test(applyTo(draft.text, repair))))
      const expected = expectedAt(fault.code, draft.text, fault.offset, fault.field)
      const mend = isMendable ? mendIn([pasted, kept], draft, fault) : null
      faults.push(describeFault(fault.code, fault.field ?? null, text, origin, locate, expected, mend))
      const sure = isMendable && repair?.certain ? repairIn(kept, draft, fault) : null
      if (sure?.certain) kept = repairDraft(kept, sure)
    }
    const applied: Repair | null = repair?.certain
      ? repair
      : stopgapFor(fault.code, draft.text, fault.offset, fault.field)
    if (!isMeant || applied === null || applyTo(draft.text, applied) === draft.text) break
    if (!applied.certain && !onlyInserts(draft.text, applied)) repairedLines.add(line)
    isHeadGuessed ||= !applied.certain && guessesHead(fault, draft.text)
    draft = repairDraft(draft, applied)
    if (draft.text.length > longestCopy) break
  }
  return { message: null, faults, mended: kept.text === pasted.text ? null : kept.text }
}

function read(text: string): Message | MessageFault {
  try {
    return parseMessage(text, { maxLength: longestCopy, form: meantFamily(text).form })
  } catch (fault) {
    if (fault instanceof MessageFault) return fault
    throw fault
  }
}

/** Whether a repair that is not certain leaves open which of the lines before the fields are which. */
function guessesHead({ code, field, offset }: MessageFault, text: string): boolean {
  switch (code) {
    case 'message.address_missing':
    case 'message.blank_line_after_address':
    case 'message.blank_line_before_fields':
      return true
    default: {
      const line = lineAt(text, offset).content
      return field === 'address' && !/^\s*0[xX]/.test(line) && !meantFamily(text).seemsAddress(line)
    }
  }
}

/** Whether the fault is one of whole lines, before the line of the URI was reached: from there on every line has a name of its own. */
function isOfHead({ code, offset }: MessageFault, { text, origins }: Draft): boolean {
  if (code === 'message.blank_line_after_address' || code === 'message.blank_line_before_fields') return true
  const lineFeed = text.lastIndexOf(`\n${labels.uri}`, Math.max(offset - 1, 0))
  return ofLines.test(code) && (lineFeed === -1 || lineFeed + 1 >= offset || origins[lineFeed + 1]! < 0)
}

function describeFault(
  code: MessageFaultCode,
  field: MessageField | null,
  text: string,
  offset: number,
  locate: Locate,
  expected: string | null,
  mend: Mend | null,
): FoundFault {
  const length = lengthAt(code, text, offset)
  const found = makeVisible(text.slice(offset, offset + length))
  return { code, field, place: locate(offset, length), found, expected, rule: messageFaults[code].rule, mend }
}

/**
 * The mend of this fault alone, in the text as it was pasted; where the line had to be mended before, together with all that was
 * certain until then.
 */
function mendIn(copies: readonly [pasted: Draft, kept: Draft], draft: Draft, fault: MessageFault): Mend | null {
  const [{ text }] = copies
  for (const copy of copies) {
    const repair = repairIn(copy, draft, fault)
    const mended = repair === null ? text : applyTo(copy.text, repair)
    if (repair !== null && mended !== text) return { certain: repair.certain, text: mended }
  }
  return null
}

/** The repair of a fault that was found in the draft, for another copy; null where the line is not the same there. */
function repairIn(copy: Draft, draft: Draft, { code, field, offset }: MessageFault): Repair | null {
  const at = copy.origins.indexOf(draft.origins[offset]!)
  if (at === -1 || lineAt(copy.text, at).content !== lineAt(draft.text, offset).content) return null
  return mendFault(code, copy.text, at, field)
}
