import type { GroupRule } from './group-rule-types.ts'

export interface GroupDefinition {
  /** Disclosed to applications. */
  id: string
  name: string
  description: string | null
  rule: GroupRule
}

const idForm = /^[a-z0-9][a-z0-9._-]{1,63}$/

export const findGroupIdError = (value: unknown): string | null =>
  typeof value === 'string' && idForm.test(value)
    ? null
    : 'must consist of 2 to 64 characters from a–z, 0–9, ".", "_" and "-", and start with a letter or digit'
