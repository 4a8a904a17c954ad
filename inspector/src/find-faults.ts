// The faults of the form.
import { MessageFault, parseMessage } from '@countersign/message'
import type { Message } from '@countersign/message'
import { messageFaults } from '@countersign/message/message-faults'
import type { FoundFault } from './findings.ts'
import type { Locate } from './place.ts'
import { makeVisible } from './make-visible.ts'

/** The message, or its faults. */
export function findFaults(text: string, locate: Locate): { message: Message | null; faults: FoundFault[] } {
  try {
    return { message: parseMessage(text), faults: [] }
  } catch (fault) {
    if (!(fault instanceof MessageFault)) throw fault
    const length = fault.offset < text.length ? 1 : 0
    const found = makeVisible(text.slice(fault.offset, fault.offset + length))
    const place = locate(fault.offset, length)
    return { message: null, faults: [{ code: fault.code, field: fault.field ?? null, place, found, expected: null, rule: messageFaults[fault.code].rule, mend: null }] }
  }
}
