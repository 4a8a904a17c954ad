import { useId, useState } from 'react'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { formatApplicationName } from '../../applications/format-application-name.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { AdminConsoleForm, FormSection, verbatimInputProps } from '../AdminConsoleForm.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminMutation, useAdminQuery } from '../admin-query-hooks.ts'
import { OneTimeSecretNotice } from '../OneTimeSecretNotice.tsx'
import { suggestIdFromName } from '../suggest-id-from-name.ts'
import { useAdminNavigate } from '../master-detail/admin-url-state.ts'
import { ApplicationAccentColorFields } from './ApplicationAccentColorFields.tsx'
import { ApplicationNameFields } from './ApplicationNameFields.tsx'
import { ApplicationUrlFields } from './ApplicationUrlFields.tsx'
import { ApplicationDefinitionJsonField } from './ApplicationDefinitionJsonField.tsx'
import { ScopeAndClaimFields } from './ScopeAndClaimFields.tsx'
import { ApplicationAccessFields } from './ApplicationAccessFields.tsx'
import {
  fillApplicationDefinitionPlaceholders,
  omitEmptyApplicationDefinitionFields,
  getApplicationDefinitionString,
} from './application-definition-draft.ts'
import type { ApplicationDefinitionJson } from './application-definition-draft.ts'
import { ClientConfigurationSnippets } from './ClientConfigurationSnippets.tsx'
import { ApplicationDefinitionFormContext, useApplicationDefinitionForm } from './use-application-definition-form.ts'

type Presets = AdminApiEndpointOutput<'readPresets'>
type CreatedApplication = AdminApiEndpointOutput<'createApplication'>

export function NewApplicationScreen() {
  const t = useTranslations()
  const presets = useAdminQuery('readPresets')
  const [made, setMade] = useState<CreatedApplication | null>(null)
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid justify-items-start gap-2">
        <AdminPageLink href={adminPagePaths.applications()}>{t('adminApplications.back')}</AdminPageLink>
        <PageHeading title={t('adminApplications.create.title')} />
        {made === null && <p className="max-w-[60ch] text-soft">{t('adminApplications.create.intro')}</p>}
      </div>
      {made !== null && <ConnectionInstructions made={made} />}
      {made === null && presets.error && (
        <LoadErrorPanel problem={presets.error.problem} onRetry={() => void presets.refetch()} />
      )}
      {made === null &&
        (presets.data ? (
          <CreateApplicationForm presets={presets.data} onMade={setMade} />
        ) : (
          !presets.error && <SkeletonRows rows={6} />
        ))}
    </div>
  )
}

function CreateApplicationForm({ presets, onMade }: { presets: Presets; onMade: (made: CreatedApplication) => void }) {
  const t = useTranslations()
  const [start, setStart] = useState('web')
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const [name, setName] = useState('')
  const program = presets.programs.find(({ id }) => `program ${id}` === start)
  const kind = program?.kind ?? start
  const preset: ApplicationDefinitionJson = {
    ...presets.kinds.find((known) => known.kind === kind)?.definition,
    ...(program && fillApplicationDefinitionPlaceholders(program.definition, answers)),
  }
  const definition = useApplicationDefinitionForm(program ? preset : { ...preset, id: suggestIdFromName(name) })
  const { draft, errors, isTried, changed } = definition
  if (getApplicationDefinitionString(draft, 'name') !== name) setName(getApplicationDefinitionString(draft, 'name'))
  const mutation = useAdminMutation(
    'createApplication',
    ['listApplications', 'readSetupSteps', 'readMetrics'],
    (answer) => {
      onMade(answer)
      setTimeout(focusPageHeading)
    },
  )
  return (
    <ApplicationDefinitionFormContext value={definition}>
      <AdminConsoleForm
        mutation={mutation}
        isBusy={definition.isBusy}
        isChanged={Object.keys({ ...answers, ...changed }).length > 0}
        labels={{ save: t('adminApplications.create.submit'), saving: t('adminApplications.create.busy') }}
        disabledReason={useMissingPermissionReason('applications.change')}
        className="gap-8"
        onSubmit={() =>
          definition.save(() => mutation.mutate({ body: { definition: omitEmptyApplicationDefinitionFields(draft) } }))
        }
        notes={
          <>
            {definition.problem && <LoadErrorPanel problem={definition.problem} />}
            {isTried && errors.length > 0 && (
              <p role="alert" className="text-red">
                {t('adminApplications.faulty', { count: errors.length })}
              </p>
            )}
          </>
        }
      >
        <FormSection title={t('adminApplications.create.what')}>
          <ApplicationNameFields />
          <KindOrPresetSelect
            presets={presets}
            value={start}
            onChange={(next) => {
              setStart(next)
              // The settings of one kind do not fit another, so only the name and the ID are kept.
              definition.replace(Object.fromEntries(Object.entries(changed).filter(([key]) => /^(name|id)$/.test(key))))
            }}
          />
          {program?.asks.map((asked) => (
            <TextField
              key={`${program.id} ${asked.name}`}
              label={asked.about}
              placeholder={asked.example}
              inputMode="url"
              {...verbatimInputProps}
              value={answers[asked.name] ?? ''}
              onChange={({ target }) => setAnswers({ ...answers, [asked.name]: target.value })}
            />
          ))}
        </FormSection>
        <FormSection title={t('adminApplications.create.where')}>
          <ApplicationUrlFields />
        </FormSection>
        <ClientConfigurationSnippets settings={definition.paste} />
        <details className="grid gap-8">
          <summary className="min-h-8 text-lead">{t('adminApplications.create.more')}</summary>
          <div className="mt-4 grid grid-cols-1 gap-8">
            <ApplicationAccessFields />
            <ScopeAndClaimFields />
            {kind !== 'machine' && <ApplicationAccentColorFields />}
            <ApplicationDefinitionJsonField />
          </div>
        </details>
      </AdminConsoleForm>
    </ApplicationDefinitionFormContext>
  )
}

interface KindOrPresetSelectProps {
  presets: Presets
  /** A kind of application, or `program ID` for a known program. */
  value: string
  onChange: (value: string) => void
}

function KindOrPresetSelect({ presets, value, onChange }: KindOrPresetSelectProps) {
  const t = useTranslations()
  const id = useId()
  const program = presets.programs.find((known) => `program ${known.id}` === value)
  const kind = presets.kinds.find((known) => known.kind === value)?.kind
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="font-semibold">
        {t('adminApplications.create.start')}
      </label>
      <select
        id={id}
        value={value}
        aria-describedby={`${id}about`}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-11 w-full rounded-control border border-edge bg-paper px-2 py-1 font-sans text-body text-ink"
      >
        <optgroup label={t('adminApplications.create.kinds')}>
          {presets.kinds.map((known) => (
            <option key={known.kind} value={known.kind}>
              {t(`adminApplications.kinds.${known.kind}`)}
            </option>
          ))}
        </optgroup>
        <optgroup label={t('adminApplications.create.programs')}>
          {presets.programs.map((known) => (
            <option key={known.id} value={`program ${known.id}`}>
              {known.name}
            </option>
          ))}
        </optgroup>
      </select>
      <p id={`${id}about`} className="text-small text-soft">
        {program?.about ?? (kind && t(`adminApplications.kindsAbout.${kind}`))}
      </p>
    </div>
  )
}

function ConnectionInstructions({ made }: { made: CreatedApplication }) {
  const t = useTranslations()
  const go = useAdminNavigate()
  const name = formatApplicationName(made.application)
  const open = () => go(adminPagePaths.application(made.application.id))
  return (
    <>
      {made.secret === null ? (
        <InlineNotice tone="verified" title={t('adminApplications.create.made', { name })}>
          <p>{t('adminApplications.create.next')}</p>
          <Button small className="justify-self-start" onClick={open}>
            {t('adminApplications.create.open')}
          </Button>
        </InlineNotice>
      ) : (
        <OneTimeSecretNotice
          title={t('adminApplications.create.made', { name })}
          label={t('adminApplications.secret.label')}
          secret={made.secret}
          about={t('adminApplications.create.next')}
          onSaved={open}
        />
      )}
      <ClientConfigurationSnippets settings={made.clientSettings} />
    </>
  )
}
