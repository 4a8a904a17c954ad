import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { callAdminApi } from '../../../api/admin-api-client.ts'
import type { ApiCallError } from '../../../api/query-client.ts'
import { Card, PageSection } from '../../../ui/PageSection.tsx'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { useTranslations } from 'use-intl'
import { AdminConsoleForm, toFieldErrors } from '../AdminConsoleForm.tsx'
import { GroupRuleLossNotice, GroupRuleRehearsal } from '../rehearsal/lazy-rehearsals.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import type { GroupDraft, GroupInput } from './group-form-types.ts'
import { GroupNameFields } from './GroupNameFields.tsx'
import { toGroupRuleDraft, createEmptyGroupRuleDraft } from './group-rule-draft.ts'
import type { GroupRuleObject } from './group-rule-draft.ts'
import { parseGroupRuleFormValue, GroupRuleBuilder } from './GroupRuleBuilder.tsx'
import type { GroupRuleFormValue } from './GroupRuleBuilder.tsx'
import { GroupRuleErrorsContext } from './group-rule-errors-context.ts'
import type { GroupRulePreviewError } from '../translate-group-rule-error.ts'
import { GroupRuleMatchingPeople, useGroupRuleMatchingPeopleCount } from './GroupRuleMatchingPeople.tsx'
import { GroupRuleSentence } from './GroupRuleSentence.tsx'
import { proposeGroupName } from './propose-group-name.ts'
import { useChainNameAndCoin } from './use-chain-name-and-coin.ts'
import { TryGroupRuleOnWalletForm } from './TryGroupRuleOnWalletForm.tsx'

interface GroupFormProps {
  group: GroupInput | null
  saveLabel: string
  mutation: { isPending: boolean; error: ApiCallError | null }
  /** @param onRefused must be called with the error if saving fails */
  onSave: (group: GroupInput, onRefused: (error: ApiCallError) => void) => void
  onCancel: () => void
}

const groupIdPattern = /^[a-z0-9][a-z0-9._-]{1,63}$/

export function GroupForm({ group, saveLabel, mutation, onSave, onCancel }: GroupFormProps) {
  const t = useTranslations()
  const [first] = useState<GroupDraft>(() => ({
    id: group?.id ?? '',
    name: group?.name ?? '',
    description: group?.description ?? '',
    input: createRuleInput(group?.rule ?? null),
  }))
  const form = useForm<GroupDraft, unknown, GroupInput>({
    defaultValues: first,
    // The rule comes first, and its errors are not part of the form state.
    shouldFocusError: false,
    resolver: ({ id, name, description, input }) => {
      const rule = parseGroupRuleFormValue(input)
      const errors = toFieldErrors([
        ['name', name.trim() === '' ? t('adminGroups.nameFault') : null],
        // The ID of a group without a name follows once there is a name.
        ['id', name.trim() === '' || groupIdPattern.test(id) ? null : t('adminGroups.idFault')],
        ['input', rule === null ? t('adminGroups.builder.jsonFault') : null],
      ])
      if (rule === null || Object.keys(errors).length > 0) return { values: {}, errors }
      return { values: { id, name: name.trim(), description: description.trim() || null, rule }, errors: {} }
    },
  })
  const { isDirty, submitCount } = form.formState
  const [found, setFound] = useState<readonly GroupRulePreviewError[]>([])
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (found.length > 0) focusFirstInvalidField(fields.current)
  }, [found])
  useEffect(() => {
    if (submitCount > 0) focusFirstInvalidField(fields.current)
  }, [submitCount])
  const input = useWatch({ control: form.control, name: 'input' })
  const rule = parseGroupRuleFormValue(input)
  const counted = useGroupRuleMatchingPeopleCount(rule)
  const proposedName = useProposedGroupName(rule)
  function save() {
    // Incomplete rules are not sent, because saving can require a signature first.
    const errors = counted.isCounting ? [] : (counted.preview?.errors ?? [])
    setFound(errors)
    void form.handleSubmit((body) => {
      if (errors.length === 0) onSave(body, (refusal) => void fetchRuleErrors(refusal, body.rule).then(setFound))
    })()
  }
  return (
    <AdminConsoleForm
      mutation={mutation}
      isBusy={false}
      isChanged={isDirty}
      labels={{ save: saveLabel, saving: t('adminGroups.saving'), undo: t('adminGroups.cancel') }}
      disabledReason={useMissingPermissionReason('groups.change')}
      className="max-w-[76rem] gap-6"
      notes={group && <GroupRuleLossNotice rule={rule} groupId={group.id} />}
      onSubmit={save}
      onUndo={onCancel}
    >
      <GroupRuleErrorsContext value={found}>
        <div ref={fields} className="@container">
          <div className="grid grid-cols-1 gap-6 @4xl:grid-cols-[minmax(0,1fr)_22rem] @4xl:grid-rows-[auto_auto_1fr]">
            <PageSection title={t('adminGroups.ruleQuestion')}>
              <GroupRuleBuilder
                input={input}
                onChange={(next) => {
                  form.setValue('input', next, { shouldDirty: true })
                  setFound([])
                }}
              />
            </PageSection>
            <div className="@4xl:col-start-2 @4xl:row-span-3 @4xl:row-start-1 @max-4xl:has-[>:empty]:hidden">
              <div className="grid grid-cols-1 gap-6 @4xl:sticky @4xl:top-4">
                {input.as === 'parts' && 'parts' in input.draft && (
                  <PageSection title={t('adminGroups.ruleInWords')}>
                    <Card className="px-4 py-4 sm:px-5">
                      <GroupRuleSentence draft={input.draft} />
                    </Card>
                  </PageSection>
                )}
                {group === null ? (
                  <GroupRuleMatchingPeople
                    rule={rule}
                    counted={counted}
                    isJson={input.as === 'json'}
                    onFaults={setFound}
                  />
                ) : (
                  <GroupRuleRehearsal rule={rule} groupId={group.id} />
                )}
              </div>
            </div>
            <GroupNameFields
              form={form}
              isNew={group === null}
              proposedName={proposedName}
              isIdTaken={mutation.error?.problem.code === 'group.already_exists'}
            />
            <TryGroupRuleOnWalletForm rule={rule} onFaults={setFound} />
          </div>
        </div>
      </GroupRuleErrorsContext>
    </AdminConsoleForm>
  )
}

function focusFirstInvalidField(fields: HTMLElement | null) {
  fields?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}

function useProposedGroupName(rule: GroupRuleObject | null): string {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const chainOf = useChainNameAndCoin()
  const draft = rule && toGroupRuleDraft(rule)
  return draft ? proposeGroupName(t, draft, chainOf, locale) : ''
}

function createRuleInput(rule: GroupRuleObject | null): GroupRuleFormValue {
  const draft = rule === null ? createEmptyGroupRuleDraft() : toGroupRuleDraft(rule)
  return draft ? { as: 'parts', draft } : { as: 'json', text: JSON.stringify(rule, null, 2) }
}

/** A refused request reports at most one error; the preview returns all errors with their paths. */
async function fetchRuleErrors(
  { problem }: ApiCallError,
  rule: GroupRuleObject,
): Promise<readonly GroupRulePreviewError[]> {
  if (problem.code !== 'group.invalid') return []
  const preview = await callAdminApi('previewRule', { body: { rule } })
  return preview.ok ? preview.answer.errors : []
}
