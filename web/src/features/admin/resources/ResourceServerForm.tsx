import { FormProvider, useFieldArray, useForm, useFormContext } from 'react-hook-form'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { resourceTokenLifetimeBounds } from '@countersign/api/server-limits'
import { callAdminApi } from '../../../api/admin-api-client.ts'
import type { ApiCallError } from '../../../api/query-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { CheckboxGroup } from '../CheckboxGroup.tsx'
import {
  AdminConsoleForm,
  toFieldErrors,
  FormSection,
  useClearErrorsOnChange,
  createFieldPropGetters,
  verbatimInputProps,
} from '../AdminConsoleForm.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { translateApplicationDefinitionError } from '../applications/application-definition-draft.ts'

export type ResourceServerFormValues = Pick<
  AdminApiEndpointOutput<'readResource'>,
  'resource' | 'name' | 'scopes' | 'openTo' | 'tokenLifetimeSeconds' | 'claims' | 'algorithm' | 'tokenType' | 'subjects'
>
type Scope = ResourceServerFormValues['scopes'][number]

const emptyScope: Scope = { scope: '', description: null }

const emptyResource: ResourceServerFormValues = {
  resource: '',
  name: '',
  scopes: [],
  openTo: 'listed',
  tokenLifetimeSeconds: null,
  claims: [],
  algorithm: 'ES256',
  tokenType: 'at+jwt',
  subjects: 'by-resource',
}

const members = Object.keys(emptyResource) as (keyof ResourceServerFormValues)[]

const isScopeFilled = ({ scope, description }: Scope): boolean =>
  scope.trim() !== '' || (description ?? '').trim() !== ''

/** Drops empty scope rows; an empty name defaults to the URL. */
function omitEmptyScopes(draft: ResourceServerFormValues): ResourceServerFormValues {
  const address = draft.resource.trim()
  const sent = {
    ...draft,
    resource: address,
    name: draft.name.trim() || address.replace(/^[a-z][a-z0-9+.-]*:\/*/i, '').replace(/\/$/, ''),
    scopes: draft.scopes
      .filter(isScopeFilled)
      .map(({ scope, description }) => ({ scope: scope.trim(), description: description?.trim() || null })),
  }
  return Object.fromEntries(members.map((member) => [member, sent[member]])) as unknown as ResourceServerFormValues
}

interface ResourceFormProps {
  resource: (ResourceServerFormValues & { product: string | null }) | null
  saveLabel: string
  mutation: { isPending: boolean; error: ApiCallError | null }
  onSave: (resource: ResourceServerFormValues) => void
  onCancel: () => void
}

const accessOptions = ['listed', 'applications', 'everyone'] as const
const claims = ['wallet', 'groups'] as const
const subjects = ['by-resource', 'by-application'] as const

const maxScopes = 50

export function ResourceServerForm({ resource, saveLabel, mutation, onSave, onCancel }: ResourceFormProps) {
  const t = useTranslations()
  const { product, scopes, ...first } = resource ?? { product: null, ...emptyResource }
  const form = useForm<ResourceServerFormValues>({
    defaultValues: { ...first, scopes: scopes.length === 0 ? [emptyScope] : scopes },
    reValidateMode: 'onSubmit',
    resolver: async (draft) => {
      const values = omitEmptyScopes(draft)
      const written = draft.scopes.flatMap((line, place) => (isScopeFilled(line) ? [place] : []))
      // A save without a product keeps it.
      const checked = await callAdminApi('checkResource', { body: { ...values, ...(product !== null && { product }) } })
      // If the validation request fails, saving reports the error.
      const definitionErrors = checked.ok ? checked.answer.errors : []
      const errors = toFieldErrors(
        definitionErrors.map((fault) => [
          fault.path.replace(/^scopes\[(\d+)\]/, (_, sent) => `scopes[${written[Number(sent)]}]`),
          translateApplicationDefinitionError(t, fault),
        ]),
      )
      return definitionErrors.length === 0 ? { values, errors: {} } : { values: {}, errors }
    },
  })
  useClearErrorsOnChange(form)
  return (
    <FormProvider {...form}>
      <AdminConsoleForm
        mutation={mutation}
        isBusy={form.formState.isSubmitting}
        isChanged={form.formState.isDirty}
        labels={{ save: saveLabel, saving: t('adminResources.saving'), undo: t('adminResources.cancel') }}
        disabledReason={useMissingPermissionReason('applications.change')}
        onSubmit={() => void form.handleSubmit(onSave)()}
        onUndo={onCancel}
      >
        <ResourceFields isNew={resource === null} product={product} />
      </AdminConsoleForm>
    </FormProvider>
  )
}

const parseSeconds = (text: string | number | null): number | null =>
  text === null || text === '' ? null : Number(text)

function stripNonDigits({ currentTarget }: { currentTarget: HTMLInputElement }) {
  currentTarget.value = currentTarget.value.replaceAll(/\D/g, '')
}

function ResourceFields({ isNew, product }: { isNew: boolean; product: string | null }) {
  const t = useTranslations()
  const { fault, text, bound, boxes } = createFieldPropGetters(useFormContext<ResourceServerFormValues>())
  const [openTo, subject] = [bound('openTo'), bound('subjects')]
  return (
    <>
      <FormSection title={t('adminResources.parts.what')}>
        <TextField
          label={t('adminResources.fields.resource')}
          hint={t('adminResources.fields.resourceHint')}
          maxLength={2048}
          readOnly={!isNew}
          inputMode="url"
          {...verbatimInputProps}
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
        {product !== null && (
          <TextField
            label={t('adminApplications.own.product')}
            readOnly
            value={product}
            fault={fault('product')}
            className="read-only:bg-sunk"
          />
        )}
      </FormSection>
      <FormSection title={t('adminResources.parts.who')}>
        <div className="grid gap-1">
          <SelectField
            label={t('adminResources.openTo')}
            options={accessOptions.map((value) => ({ value, label: t(`adminResources.openings.${value}`) }))}
            {...openTo}
          />
          <p className="text-small text-soft">{t(`adminResources.openingsAbout.${openTo.value}`)}</p>
        </div>
      </FormSection>
      <FormSection title={t('adminResources.parts.tells')}>
        <div className="grid gap-1">
          <SelectField
            label={t('adminResources.fields.subjects')}
            options={subjects.map((value) => ({ value, label: t(`adminResources.subjects.${value}`) }))}
            {...subject}
          />
          <p className="text-small text-soft">{t(`adminResources.subjectsAbout.${subject.value}`)}</p>
        </div>
        <CheckboxGroup
          legend={t('adminResources.fields.claims')}
          hint={t('adminResources.fields.claimsHint')}
          options={claims.map((value) => ({ value, label: t(`adminResources.claims.${value}`) }))}
          {...boxes('claims')}
        />
        <TextField
          label={t('adminResources.fields.life')}
          hint={t('adminResources.fields.lifeHint', {
            min: String(resourceTokenLifetimeBounds.min),
            max: String(resourceTokenLifetimeBounds.max),
          })}
          maxLength={4}
          inputMode="numeric"
          autoComplete="off"
          onInput={stripNonDigits}
          {...text('tokenLifetimeSeconds', { setValueAs: parseSeconds })}
        />
        <SelectField
          label={t('adminResources.fields.algorithm')}
          options={[
            { value: 'ES256', label: 'ES256' },
            { value: 'RS256', label: t('adminResources.fields.rs256') },
          ]}
          {...bound('algorithm')}
        />
        <SelectField
          label={t('adminResources.fields.tokenType')}
          options={[
            { value: 'at+jwt', label: 'at+jwt' },
            { value: 'JWT', label: t('adminResources.fields.plainJwt') },
          ]}
          {...bound('tokenType')}
        />
      </FormSection>
    </>
  )
}

function ScopeFields() {
  const t = useTranslations()
  const { text, fault } = createFieldPropGetters(useFormContext<ResourceServerFormValues>())
  const { fields: lines, append, remove } = useFieldArray<ResourceServerFormValues, 'scopes'>({ name: 'scopes' })
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="font-semibold">{t('adminResources.fields.scopes')}</legend>
      <p className="text-small text-soft">{t('adminResources.fields.scopesHint')}</p>
      {lines.map(({ id }, place) => (
        <div key={id} className="grid gap-3 border-l-2 border-line pl-4 sm:grid-cols-[1fr_1fr_auto] sm:items-start">
          <TextField
            label={t('adminResources.fields.scope', { number: place + 1 })}
            maxLength={100}
            {...verbatimInputProps}
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
      {lines.length < maxScopes && (
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
