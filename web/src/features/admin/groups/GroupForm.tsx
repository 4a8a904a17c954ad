// The form of a group: its id, name, description and rule. What the server finds wrong is said at the field or the part.
import { useState } from 'react'
import type { ChangeEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { callAdmin } from '../../../api/admin-api.ts'
import type { CallRefused } from '../../../api/answers.ts'
import { Section } from '../../../ui/Section.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { EditForm, errorsOf, fieldsOf, verbatim } from '../form.tsx'
import { useLacking } from '../Guarded.tsx'
import { suggestId } from '../suggest-id.ts'
import { draftOf, emptyDraft } from './rule-draft.ts'
import type { RuleObject } from './rule-draft.ts'
import { readRuleInput, RuleBuilder } from './RuleBuilder.tsx'
import type { RuleInput } from './RuleBuilder.tsx'
import { RuleFaults } from './rule-faults.ts'
import type { Fault } from './rule-faults.ts'
import { RuleCount, RulePreview, useLiveCount } from './RuleCount.tsx'
import { RuleTry } from './RuleTry.tsx'

interface GroupInput {
  id: string
  name: string
  description: string | null
  rule: RuleObject
}

interface GroupFormProps {
  /** What is there at first; null for a new group. */
  group: GroupInput | null
  saveLabel: string
  change: { isPending: boolean; error: CallRefused | null }
  /** @param onRefused to be called with why it could not be saved */
  onSave: (group: GroupInput, onRefused: (error: CallRefused) => void) => void
  onCancel: () => void
}

interface Draft {
  id: string
  name: string
  description: string
  input: RuleInput
}

const idForm = /^[a-z0-9][a-z0-9._-]{1,63}$/

export function GroupForm({ group, saveLabel, change, onSave, onCancel }: GroupFormProps) {
  const t = useTranslations()
  const [first] = useState<Draft>(() => ({
    id: group?.id ?? '',
    name: group?.name ?? '',
    description: group?.description ?? '',
    input: beginWith(group?.rule ?? null),
  }))
  const form = useForm<Draft, unknown, GroupInput>({
    defaultValues: first,
    resolver: ({ id, name, description, input }) => {
      const rule = readRuleInput(input)
      const errors = errorsOf([
        ['name', name.trim() === '' ? t('adminGroups.nameFault') : null],
        ['id', idForm.test(id) ? null : t('adminGroups.idFault')],
        ['input', rule === null ? t('adminGroups.builder.jsonFault') : null],
      ])
      if (rule === null || Object.keys(errors).length > 0) return { values: {}, errors }
      return { values: { id, name: name.trim(), description: description.trim() || null, rule }, errors: {} }
    },
  })
  const { dirtyFields, isDirty, isSubmitted } = form.formState
  const [found, setFound] = useState<readonly Fault[]>([])
  const input = useWatch({ control: form.control, name: 'input' })
  const rule = readRuleInput(input)
  const counted = useLiveCount(rule)
  const { text } = fieldsOf(form)
  function save() {
    setFound([])
    void form.handleSubmit((body) => onSave(body, (refusal) => void findFaults(refusal, body.rule).then(setFound)))()
  }
  return (
    <EditForm
      change={change}
      isBusy={false}
      isChanged={isDirty}
      words={{ save: saveLabel, saving: t('adminGroups.saving'), undo: t('adminGroups.cancel') }}
      lacking={useLacking('groups.change')}
      onSubmit={save}
      onUndo={onCancel}
    >
      <TextField
        label={t('adminGroups.name')}
        maxLength={80}
        autoComplete="off"
        {...text('name', {
          onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
            // The suggested ID follows the name until it is changed.
            group === null &&
            !dirtyFields.id &&
            form.setValue('id', suggestId(target.value), { shouldValidate: isSubmitted }),
        })}
      />
      <TextField
        label={t('adminGroups.id')}
        hint={t('adminGroups.idHint')}
        maxLength={64}
        readOnly={group !== null}
        {...verbatim}
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
      <RuleFaults value={found}>
        <Section title={t('adminGroups.ruleTitle')}>
          <RuleBuilder
            input={input}
            count={rule && <RuleCount counted={counted} onFaults={setFound} />}
            onChange={(next) => {
              form.setValue('input', next, { shouldDirty: true })
              // The faults are those of another rule.
              setFound([])
            }}
          />
        </Section>
      </RuleFaults>
      <RuleTry rule={rule} onFaults={setFound} />
      <RulePreview counted={counted} />
    </EditForm>
  )
}

function beginWith(rule: RuleObject | null): RuleInput {
  const draft = rule === null ? emptyDraft() : draftOf(rule)
  return draft ? { as: 'parts', draft } : { as: 'json', text: JSON.stringify(rule, null, 2) }
}

/** A refusal names one place at most; the preview says all that is wrong with a rule, each at its part. */
async function findFaults({ problem }: CallRefused, rule: RuleObject): Promise<readonly Fault[]> {
  if (problem.code !== 'group.faulty') return []
  const preview = await callAdmin('previewRule', { body: { rule } })
  return preview.ok ? preview.answer.faults : []
}
