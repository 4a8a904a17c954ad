import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { GroupRuleFormValue } from './GroupRuleBuilder.tsx'
import type { GroupRuleObject } from './group-rule-draft.ts'

export type GroupDetailsResponse = AdminApiEndpointOutput<'readGroup'>

export interface GroupInput {
  id: string
  name: string
  description: string | null
  rule: GroupRuleObject
}

export interface GroupDraft {
  id: string
  name: string
  description: string
  input: GroupRuleFormValue
}
