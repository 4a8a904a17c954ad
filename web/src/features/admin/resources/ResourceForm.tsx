// The form of a resource. The server checks a resource before it is saved, and each error is at its field.
import { FormProvider, useFieldArray, useForm, useFormContext } from 'react-hook-form'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { resourceTokenLife } from '@countersign/api/limits'
import { callAdmin } from '../../../api/admin-api.ts'
import type { CallRefused } from '../../../api/answers.ts'
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { CheckBoxes } from '../CheckBoxes.tsx'
import { EditForm, errorsOf, Part, useClearedErrors, fieldsOf, verbatim } from '../form.tsx'
import { useLacking } from '../Guarded.tsx'
import { sayFault } from '../applications/draft.ts'

/** What an operator says of a resource. */
export type ResourceInput = Pick<
  AdminAnswer<'readResource'>,
  'resource' | 'name' | 'scopes' | 'openTo' | 'tokenLifeSeconds' | 'claims' | 'algorithm' | 'tokenType' | 'subjects'
>
type Scope = ResourceInput['scopes'][number]

const emptyScope: Scope = { scope: '', description: null }

const emptyResource: ResourceInput = {
  resource: '',
  name: '',
  scopes: [],
  openTo: 'listed',
  tokenLifeSeconds: null,
  claims: [],
  algorithm: 'ES256',
  tokenType: 'at+jwt',
  subjects: 'by-resource',
}

const members = Object.keys(emptyResource) as (keyof ResourceInput)[]

const isWritten = ({ scope, description }: Scope): boolean => scope.trim() !== '' || (description ?? '').trim() !== ''

/** What is sent: without empty lines of scopes, and under its address where the name is empty. */
function sendable(draft: ResourceInput): ResourceInput {
  const address = draft.resource.trim()
  const sent = {
    ...draft,
    resource: address,
    name: draft.name.trim() || address.replace(/^[a-z][a-z0-9+.-]*:\/*/i, '').replace(/\/$/, ''),
    scopes: draft.scopes
      .filter(isWritten)
      .map(({ scope, description }) => ({ scope: scope.trim(), description: description?.trim() || null })),
  }
  return Object.fromEntries(members.map((member) => [member, sent[member]])) as unknown as ResourceInput
}

interface ResourceFormProps {
  /** What stands there at first; null for a new resource. */
  resource: ResourceInput | null
  saveLabel: string
  change: { isPending: boolean; error: CallRefused | null }
  onSave: (resource: ResourceInput) => void
  onCancel: () => void
}

const openings = ['listed', 'applications', 'everyone'] as const
const claims = ['wallet', 'groups'] as const
const subjects = ['by-resource', 'by-application'] as const

/** As many scopes as the server takes. */
const most = 50

export function ResourceForm({ resource, saveLabel, change, onSave, onCancel }: ResourceFormProps) {
  const t = useTranslations()
  const { scopes, ...first } = resource ?? emptyResource
  const form = useForm<ResourceInput>({
    defaultValues: { ...first, scopes: scopes.length === 0 ? [emptyScope] : scopes },
    reValidateMode: 'onSubmit',
    resolver: async (draft) => {
      const values = sendable(draft)
      const written = draft.scopes.flatMap((line, place) => (isWritten(line) ? [place] : []))
      const checked = await callAdmin('checkResource', { body: values })
      // What cannot be checked is refused when it is saved, with words.
      const faults = checked.ok ? checked.answer.faults : []
      const errors = errorsOf(
        faults.map((fault) => [
          fault.path.replace(/^scopes\[(\d+)\]/, (_, sent) => `scopes[${written[Number(sent)]}]`),
          sayFault(t, fault),
        ]),
      )
      return faults.length === 0 ? { values, errors: {} } : { values: {}, errors }
    },
  })
  useClearedErrors(form)
  return (
    <FormProvider {...form}>
      <EditForm
        change={change}
        isBusy={form.formState.isSubmitting}
        isChanged={form.formState.isDirty}
        words={{ save: saveLabel, saving: t('adminResources.saving'), undo: t('adminResources.cancel') }}
        lacking={useLacking('applications.change')}
        onSubmit={() => void form.handleSubmit(onSave)()}
        onUndo={onCancel}
      >
        <Fields isNew={resource === null} />
      </EditForm>
    </FormProvider>
  )
}

const readSeconds = (text: string | number | null): number | null =>
  text === null || text === '' ? null : Number(text)

function keepDigits({ currentTarget }: { currentTarget: HTMLInputElement }) {
  currentTarget.value = currentTarget.value.replaceAll(/\D/g, '')
}

function Fields({ isNew }: { isNew: boolean }) {
  const t = useTranslations()
  const { text, bound, boxes } = fieldsOf(useFormContext<ResourceInput>())
  const [openTo, subject] = [bound('openTo'), bound('subjects')]
  return (
    <>
      <Part title={t('adminResources.parts.what')}>
        <TextField
          label={t('adminResources.fields.resource')}
          hint={t('adminResources.fields.resourceHint')}
          maxLength={2048}
          readOnly={!isNew}
          inputMode="url"
          {...verbatim}
          {...text('resource')}
          className="font-mono text-small read-only:bg-sunk"
        />
        <TextField
          label={t('adminResources.fields.name')}
          hint={t('adminResources.fields.nameHint')}
          maxLength={80}
          autoComplete="off"
          {...text('name')}
        />
        <ScopeFields />
      </Part>
      <Part title={t('adminResources.parts.who')}>
        <div className="grid gap-1">
          <Choice
            label={t('adminResources.openTo')}
            options={openings.map((value) => ({ value, label: t(`adminResources.openings.${value}`) }))}
            {...openTo}
          />
          <p className="text-small text-soft">{t(`adminResources.openingsAbout.${openTo.value}`)}</p>
        </div>
      </Part>
      <Part title={t('adminResources.parts.tells')}>
        <div className="grid gap-1">
          <Choice
            label={t('adminResources.fields.subjects')}
            options={subjects.map((value) => ({ value, label: t(`adminResources.subjects.${value}`) }))}
            {...subject}
          />
          <p className="text-small text-soft">{t(`adminResources.subjectsAbout.${subject.value}`)}</p>
        </div>
        <CheckBoxes
          legend={t('adminResources.fields.claims')}
          hint={t('adminResources.fields.claimsHint')}
          options={claims.map((value) => ({ value, label: t(`adminResources.claims.${value}`) }))}
          {...boxes('claims')}
        />
        <TextField
          label={t('adminResources.fields.life')}
          hint={t('adminResources.fields.lifeHint', {
            min: String(resourceTokenLife.min),
            max: String(resourceTokenLife.max),
          })}
          maxLength={4}
          inputMode="numeric"
          autoComplete="off"
          onInput={keepDigits}
          {...text('tokenLifeSeconds', { setValueAs: readSeconds })}
        />
        <Choice
          label={t('adminResources.fields.algorithm')}
          options={[
            { value: 'ES256', label: 'ES256' },
            { value: 'RS256', label: t('adminResources.fields.rs256') },
          ]}
          {...bound('algorithm')}
        />
        <Choice
          label={t('adminResources.fields.tokenType')}
          options={[
            { value: 'at+jwt', label: 'at+jwt' },
            { value: 'JWT', label: t('adminResources.fields.plainJwt') },
          ]}
          {...bound('tokenType')}
        />
      </Part>
    </>
  )
}

/** The scopes, a line each: what clients request, and what people read of it at the consent. */
function ScopeFields() {
  const t = useTranslations()
  const { text, fault } = fieldsOf(useFormContext<ResourceInput>())
  const { fields: lines, append, remove } = useFieldArray<ResourceInput, 'scopes'>({ name: 'scopes' })
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="font-semibold">{t('adminResources.fields.scopes')}</legend>
      <p className="text-small text-soft">{t('adminResources.fields.scopesHint')}</p>
      {lines.map(({ id }, place) => (
        <div key={id} className="grid gap-3 border-l-2 border-line pl-4 sm:grid-cols-[12rem_1fr_auto] sm:items-start">
          <TextField
            label={t('adminResources.fields.scope', { number: place + 1 })}
            maxLength={100}
            {...verbatim}
            {...text(`scopes.${place}.scope`)}
            fault={fault(`scopes.${place}.scope`) ?? (place === 0 ? fault('scopes') : null)}
            className="font-mono text-small"
          />
          <TextField
            label={t('adminResources.fields.meaning', { number: place + 1 })}
            maxLength={200}
            autoComplete="off"
            {...text(`scopes.${place}.description`)}
          />
          {lines.length > 1 && (
            <Button
              small
              look="bare"
              className="justify-self-start sm:mt-8"
              aria-label={t('adminResources.fields.removeScope', { number: place + 1 })}
              onClick={() => remove(place)}
            >
              {t('adminResources.fields.remove')}
            </Button>
          )}
        </div>
      ))}
      {lines.length < most && (
        <Button
          small
          look="bare"
          className="-ml-4 justify-self-start"
          onClick={() => append(emptyScope, { shouldFocus: false })}
        >
          {t('adminResources.fields.addScope')}
        </Button>
      )}
    </fieldset>
  )
}
