// The first fault of a text, as the reader refuses it, and the further ones: each fault is repaired in a copy and the copy read
// again. What is only a consequence of a repair is never told.
import { MessageFault, parseMessage } from '@countersign/message'
import type { Message } from '@countersign/message'
import { messageFaults } from '@countersign/message/message-faults'
import { expectedAt } from './expected.ts'
import { lengthAt } from './fault-length.ts'
import type { FoundFault, Mend } from './findings.ts'
import { makeVisible } from './make-visible.ts'
import { mendFault } from './mend.ts'
import type { Locate } from './place.ts'
import { applyTo, draftOf, onlyInserts, repairDraft } from './repair.ts'
import type { Draft } from './repair.ts'
import { stopgapFor } from './stopgap.ts'

/** How often a text is read at most, and so how many faults are found at most. */
export const mostReadings = 20
/** As much of a text as is looked at; the reader refuses longer ones. */
export const longestRead = 4096
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
  if (isCut) faults.push(describeFault(new MessageFault('message.too_long', text, longestRead), text, locate, null))
  let draft = draftOf(text.slice(0, longestRead))
  let kept = draft
  const lastLine = locate(draft.text.length, 0).line
  const repairedLines = new Set<number>()

  for (let reading = 0; reading < mostReadings; reading += 1) {
    const fault = read(draft.text)
    if (!(fault instanceof MessageFault)) {
      // Only the first reading is one of the text itself.
      return { message: reading === 0 && !isCut ? fault : null, faults, mended: kept.text === text || isCut ? null : kept.text }
    }
    const origin = draft.origins[fault.offset]!
    const line = locate(origin < 0 ? ~origin : origin, 0).line
    // Where a text was cut off, nobody knows what would have followed.
    if (isCut && (line === lastLine || fault.code.endsWith('_missing'))) break
    const isConsequence = origin < 0 || repairedLines.has(line)
    const repair = isConsequence ? null : mendFault(fault.code, draft.text, fault.offset, fault.field)
    if (!isConsequence) {
      faults.push(describeFault(new MessageFault(fault.code, text, origin, fault.field), text, locate, isCut ? null : mendIn(text, fault, origin)))
      if (repair?.certain) kept = mendKept(kept, fault, origin)
    }
    const applied = repair?.certain ? repair : stopgapFor(fault.code, draft.text, fault.offset, fault.field)
    if (applied === null || applyTo(draft.text, applied) === draft.text) break
    if (!applied.certain && !onlyInserts(draft.text, applied)) repairedLines.add(line)
    draft = repairDraft(draft, applied)
    if (draft.text.length > longestCopy) break
  }
  return { message: null, faults, mended: kept.text === text || isCut ? null : kept.text }
}

function read(text: string): Message | MessageFault {
  try {
    return parseMessage(text, { maxLength: longestCopy })
  } catch (fault) {
    if (fault instanceof MessageFault) return fault
    throw fault
  }
}

function describeFault(fault: MessageFault, text: string, locate: Locate, mend: Mend | null): FoundFault {
  const length = lengthAt(fault.code, text, fault.offset)
  return {
    code: fault.code,
    field: fault.field ?? null,
    place: locate(fault.offset, length),
    found: makeVisible(text.slice(fault.offset, fault.offset + length)),
    expected: expectedAt(fault.code, text, fault.offset, fault.field),
    rule: messageFaults[fault.code].rule,
    mend,
  }
}

/** The mend of this fault alone, in the text as it was pasted. */
function mendIn(text: string, { code, field }: MessageFault, offset: number): Mend | null {
  const repair = mendFault(code, text, offset, field)
  if (repair === null) return null
  const mended = applyTo(text, repair)
  return mended === text ? null : { certain: repair.certain, text: mended }
}

/** The mend in the copy that holds all certain ones and nothing else. */
function mendKept(kept: Draft, { code, field }: MessageFault, origin: number): Draft {
  const offset = kept.origins.indexOf(origin)
  const repair = offset === -1 ? null : mendFault(code, kept.text, offset, field)
  return repair?.certain ? repairDraft(kept, repair) : kept
}
