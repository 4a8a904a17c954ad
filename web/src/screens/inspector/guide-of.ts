// The guidance for one fault, where the fault is one of the form.
import type { FaultGuides } from '../../words/message-faults.ts'

export function guideOf(guides: FaultGuides, code: string): FaultGuides[keyof FaultGuides] | null {
  const known: Readonly<Record<string, FaultGuides[keyof FaultGuides]>> = guides
  return Object.hasOwn(known, code) ? (known[code] ?? null) : null
}
