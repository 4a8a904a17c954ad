import { useState } from 'react'
import type { ChangeEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { callAdminApi } from '../../../api/admin-api-client.ts'
import type { ApiCallError } from '../../../api/query-client.ts'
import { PageSection } from '../../../ui/PageSection.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { AdminConsoleForm, toFieldErrors, createFieldPropGetters, verbatimInputProps } from '../AdminConsoleForm.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { suggestIdFromName } from '../suggest-id-from-name.ts'
import { toGroupRuleDraft, createEmptyGroupRuleDraft } from './group-rule-draft.ts'
import type { GroupRuleObject } from './group-rule-draft.ts'
import { parseGroupRuleFormValue, GroupRuleBuilder } from './GroupRuleBuilder.tsx'
import type { GroupRuleFormValue } from './GroupRuleBuilder.tsx'
import { GroupRuleErrorsContext } from './group-rule-errors-context.ts'
import type { GroupRulePreviewError } from './group-rule-errors-context.ts'
import {
  GroupRuleMatchingPeopleCount,
  GroupRuleMatchingPeoplePreview,
  useGroupRuleMatchingPeopleCount,
} from './GroupRuleMatchingPeopleCount.tsx'
import { TryGroupRuleOnWalletForm } from './TryGroupRuleOnWalletForm.tsx'

interface GroupInput {
  id: string
  name: string
  description: string | null
  rule: GroupRuleObject
}

interface GroupFormProps {
  group: GroupInput | null
  saveLabel: string
  mutation: { isPending: boolean; error: ApiCallError | null }
  /** @param onRefused must be called with the error if saving fails */
  onSave: (group: GroupInput, onRefused: (error: ApiCallError) => void) => void
  onCancel: () => void
}

interface GroupDraft {
  id: string
  name: string
  description: string
  input: GroupRuleFormValue
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
    resolver: ({ id, name, description, input }) => {
      const rule = parseGroupRuleFormValue(input)
      const errors = toFieldErrors([
        ['name', name.trim() === '' ? t('adminGroups.nameFault') : null],
        ['id', groupIdPattern.test(id) ? null : t('adminGroups.idFault')],
        ['input', rule === null ? t('adminGroups.builder.jsonFault') : null],
      ])
      if (rule === null || Object.keys(errors).length > 0) return { values: {}, errors }
      return { values: { id, name: name.trim(), description: description.trim() || null, rule }, errors: {} }
    },
  })
  const { dirtyFields, isDirty, isSubmitted } = form.formState
  const [found, setFound] = useState<readonly GroupRulePreviewError[]>([])
  const input = useWatch({ control: form.control, name: 'input' })
  const rule = parseGroupRuleFormValue(input)
  const counted = useGroupRuleMatchingPeopleCount(rule)
  const { text } = createFieldPropGetters(form)
  function save() {
    setFound([])
    void form.handleSubmit((body) =>
      onSave(body, (refusal) => void fetchRuleErrors(refusal, body.rule).then(setFound)),
    )()
  }
  return (
    <AdminConsoleForm
      mutation={mutation}
      isBusy={false}
      isChanged={isDirty}
      labels={{ save: saveLabel, saving: t('adminGroups.saving'), undo: t('adminGroups.cancel') }}
      disabledReason={useMissingPermissionReason('groups.change')}
      onSubmit={save}
      onUndo={onCancel}
    >
      <TextField
        label={t('adminGroups.name')}
        maxLength={80}
        autoComplete="off"
        {...text('name', {
          onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
            group === null &&
            !dirtyFields.id &&
            form.setValue('id', suggestIdFromName(target.value), { shouldValidate: isSubmitted }),
        })}
      />
      <TextField
        label={t('adminGroups.id')}
        hint={t('adminGroups.idHint')}
        maxLength={64}
        readOnly={group !== null}
        {...verbatimInputProps}
        {...text('id')}
        className="font-mono text-small read-only:bg-sunk"
      />
      <TextField
        label={t('adminGroups.description')}
        hint={t('adminGroups.descriptionHint')}
        maxLength={500}
        autoComplete="off"
        {...text('description')}
      />
      <GroupRuleErrorsContext value={found}>
        <PageSection title={t('adminGroups.ruleTitle')}>
          <GroupRuleBuilder
            input={input}
            count={rule && <GroupRuleMatchingPeopleCount counted={counted} onFaults={setFound} />}
            onChange={(next) => {
              form.setValue('input', next, { shouldDirty: true })
              setFound([])
            }}
          />
        </PageSection>
      </GroupRuleErrorsContext>
      <TryGroupRuleOnWalletForm rule={rule} onFaults={setFound} />
      <GroupRuleMatchingPeoplePreview counted={counted} />
    </AdminConsoleForm>
  )
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
