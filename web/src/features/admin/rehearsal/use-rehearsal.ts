// Rehearsals of drafts. Components with the same draft share one request.
import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AdminApiEndpointInput, AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { ApiCallError } from '../../../api/query-client.ts'
import { useDebouncedValue } from '../AdminConsoleForm.tsx'
import { createAdminQueryOptions } from '../admin-query-hooks.ts'

export type Rehearsal = AdminApiEndpointOutput<'rehearseGroupRule'>
export type RehearsalSubject = 'rule' | 'policy'
export type RehearsedSignInPolicy = AdminApiEndpointInput<'rehearseSignInPolicy'>['body']['policy']

export interface RehearsalState {
  rehearsal: Rehearsal | null
  problem: ApiCallError['problem'] | null
  isRunning: boolean
  /** Whether the draft equals what is saved, so that it is rehearsed only on request. */
  isIdle: boolean
  run: () => void
}

const settleMs = 600
/** A rehearsal reads thousands of people, and the answer hardly changes within this time. */
const staleMs = 60_000

export interface GroupRuleDraft {
  /** Null while the rule is not complete. */
  rule: object | null
  groupId: string
}

export const useGroupRuleRehearsal = ({ rule, groupId }: GroupRuleDraft): RehearsalState =>
  useRehearsal('rehearseGroupRule', {
    text: rule === null ? '' : JSON.stringify(rule),
    toBody: (draft) => ({ rule: draft, group: groupId }),
    // Members may have lost what the rule requires since they were checked.
    isChanged: true,
  })

export interface SignInPolicyDraft {
  /** Null for a new application. */
  applicationId: string | null
  policy: RehearsedSignInPolicy
  isChanged: boolean
}

export const useSignInPolicyRehearsal = ({ applicationId, policy, isChanged }: SignInPolicyDraft): RehearsalState =>
  useRehearsal('rehearseSignInPolicy', {
    text: policy.signInMethods.length === 0 ? '' : JSON.stringify(policy),
    toBody: (draft) => ({ policy: draft, application: applicationId }),
    isChanged,
  })

interface RehearsalDraft {
  /** JSON; empty while the draft is not complete. */
  text: string
  toBody: (draft: never) => object
  isChanged: boolean
}

function useRehearsal(
  name: 'rehearseGroupRule' | 'rehearseSignInPolicy',
  { text, toBody, isChanged }: RehearsalDraft,
): RehearsalState {
  const [settled] = useDebouncedValue(text, settleMs)
  const [requested, setRequested] = useState('')
  const isWanted = text !== '' && (isChanged || text === requested)
  const isReady = isWanted && (text === settled || text === requested)
  const body = toBody(JSON.parse(isReady ? text : '{}') as never)
  const query = useQuery({
    ...createAdminQueryOptions(name as 'rehearseGroupRule', { body: body as never }),
    enabled: isReady,
    staleTime: staleMs,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  return {
    rehearsal: isWanted ? (query.data ?? null) : null,
    problem: isReady && !query.isFetching ? (query.error?.problem ?? null) : null,
    isRunning: isWanted && (!isReady || query.isFetching),
    isIdle: text !== '' && !isWanted,
    run: () => (text === requested || isReady ? void query.refetch() : setRequested(text)),
  }
}
