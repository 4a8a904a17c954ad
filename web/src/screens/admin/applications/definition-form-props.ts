// What the form of a definition is given, and hands on to its parts.
import type { Definition, Fault } from './draft.ts'

export interface DefinitionFormProps {
  draft: Definition
  faults: readonly Fault[]
  /** Whether somebody has tried to save it: until then an empty field is not told to be wrong. */
  isTried: boolean
  /** Whether it is made: then its id can be chosen. */
  isNew: boolean
  /** Its logo, which is no part of the definition; for the preview. */
  logo?: string | null
  /** What it is told now, and of how many people, where it exists: what changes for them is said before it does. */
  people?: { preferredUsername: unknown; count: number }
  onChange: (changes: Definition) => void
  onReplace: (definition: Definition) => void
}
