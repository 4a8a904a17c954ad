// A group as operators define it, and the form of its ID.
import type { GroupRule } from './group-rule-types.ts'

/** A group with nothing left open. */
export interface GroupDefinition {
  /** What applications are told. */
  id: string
  /** What people read. */
  name: string
  description: string | null
  rule: GroupRule
}

const idForm = /^[a-z0-9][a-z0-9._-]{1,63}$/

/** The id of a group as it may be; applications compare it, and it stands on the command line. */
export const findGroupIdError = (value: unknown): string | null =>
  typeof value === 'string' && idForm.test(value)
    ? null
    : 'must be 2 to 64 of a–z, 0–9, ".", "_" and "-", and begin with a letter or digit'
