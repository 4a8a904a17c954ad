// Second step of a new application: one question, and everything else behind "More settings".
import { useEffect, useRef, useState } from 'react'
import { useIsMutating } from '@tanstack/react-query'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { useTranslations } from 'use-intl'
import { getDisplayableApiProblem } from '../../../../api/query-client.ts'
import { Button } from '../../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../../ui/LoadErrorPanel.tsx'
import { PageHeading } from '../../../../ui/PageHeading.tsx'
import { Card } from '../../../../ui/PageSection.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { focusPageHeading } from '../../../../ui/focus-page-heading.ts'
import { AdminConsoleForm, FormSection, verbatimInputProps } from '../../AdminConsoleForm.tsx'
import { useAdminMutation, useAdminQuery } from '../../admin-query-hooks.ts'
import { suggestIdFromName } from '../../suggest-id-from-name.ts'
import { useMissingPermissionReason } from '../../use-missing-permission-reason.ts'
import { ApplicationAccentColorFields } from '../ApplicationAccentColorFields.tsx'
import { ApplicationAccessFields } from '../ApplicationAccessFields.tsx'
import { ApplicationDefinitionJsonField } from '../ApplicationDefinitionJsonField.tsx'
import { ApplicationIdField, ApplicationNameField } from '../ApplicationNameFields.tsx'
import { ApplicationUrlFields } from '../ApplicationUrlFields.tsx'
import { ScopeAndClaimFields } from '../ScopeAndClaimFields.tsx'
import {
  fillApplicationDefinitionPlaceholders,
  getApplicationDefinitionString,
  omitEmptyApplicationDefinitionFields,
  translateApplicationDefinitionError,
} from '../application-definition-draft.ts'
import type { ApplicationDefinitionJson } from '../application-definition-draft.ts'
import { ApplicationDefinitionFormContext, useApplicationDefinitionForm } from '../use-application-definition-form.ts'
import { findFreeNameAndId } from './find-free-name-and-id.ts'
import { translatePresetText } from './preset-translations.ts'
import { ProgramMark } from './ProgramMark.tsx'

type Presets = AdminApiEndpointOutput<'readPresets'>
type ConnectionStart = Presets['programs'][number] | Presets['kinds'][number]['kind']
type MadeApplication = { made: AdminApiEndpointOutput<'createApplication'>; draft: ApplicationDefinitionJson }

interface ConnectApplicationFormProps {
  presets: Presets
  /** A known program, or a kind of application. */
  start: ConnectionStart
  onMade: (made: MadeApplication) => void
}

/** The members that a known program fills in from its address. */
const addressMembers = /^(redirectUris|postLogoutUris|backchannelLogoutUri|uri)\b/

export function ConnectApplicationForm({ presets, start, onMade }: ConnectApplicationFormProps) {
  const t = useTranslations()
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const [name, setName] = useState('')
  const fields = useRef<HTMLDivElement>(null)
  const program = typeof start === 'string' ? null : start
  const kind = typeof start === 'string' ? start : start.kind
  const isCreating = useIsMutating() > 0
  // Not while it is being created, so that the new application does not count as another one.
  const { data: known } = useAdminQuery(
    'listApplications',
    { query: { search: program?.id ?? '' } },
    { enabled: program !== null && !isCreating },
  )
  const free = program && findFreeNameAndId(program, known?.items ?? [])
  const preset: ApplicationDefinitionJson = {
    ...presets.kinds.find((known) => known.kind === kind)?.definition,
    ...(program && fillApplicationDefinitionPlaceholders({ ...program.definition, ...free }, answers)),
  }
  const definition = useApplicationDefinitionForm(program ? preset : { ...preset, id: suggestIdFromName(name) })
  const { draft, errors, isTried, changed } = definition
  if (getApplicationDefinitionString(draft, 'name') !== name) setName(getApplicationDefinitionString(draft, 'name'))
  const mutation = useAdminMutation(
    'createApplication',
    ['listApplications', 'readSetupSteps', 'readMetrics'],
    (made) => {
      onMade({ made, draft })
      setTimeout(focusPageHeading)
    },
  )
  useEffect(() => {
    fields.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  const lacking = useMissingPermissionReason('applications.change')
  const problem = getDisplayableApiProblem(mutation.error)
  const label = program
    ? translatePresetText(t, program.id, 'name', program.name)
    : t(`adminApplications.kinds.${kind}`)
  const addressFault = ({ name: asked, example }: Presets['programs'][number]['asks'][number]): string | null => {
    if ((answers[asked] ?? '').trim() === '')
      return isTried ? t('connectApplication.addressMissing', { example }) : null
    const fault = errors.find(({ path }) => addressMembers.test(path))
    return fault === undefined ? null : translateApplicationDefinitionError(t, fault)
  }
  return (
    <ApplicationDefinitionFormContext value={definition}>
      <div className="grid gap-1">
        <div className="flex items-center gap-3">
          {program && <ProgramMark id={program.id} name={program.name} size={32} />}
          <PageHeading
            className="min-w-0 text-title [overflow-wrap:anywhere]"
            title={t('connectApplication.title', { name: label })}
          />
        </div>
        <p className="max-w-[60ch] text-soft">
          {program
            ? translatePresetText(t, program.id, 'description', program.description)
            : t(`adminApplications.kindsAbout.${kind}`)}
        </p>
      </div>
      <AdminConsoleForm
        mutation={mutation}
        isBusy={definition.isBusy}
        isChanged={Object.keys({ ...answers, ...changed }).length > 0}
        labels={{ save: t('connectApplication.submit'), saving: t('connectApplication.busy') }}
        disabledReason={lacking}
        isSaveShown={false}
        onSubmit={() =>
          definition.save(() => mutation.mutate({ body: { definition: omitEmptyApplicationDefinitionFields(draft) } }))
        }
      >
        <Card className="px-4 py-5 sm:px-5 [&_input]:bg-sheet">
          <div ref={fields} className="grid grid-cols-1 gap-4">
            {program?.asks.map((asked) => (
              <TextField
                key={asked.name}
                label={t('connectApplication.address', { program: program.name })}
                hint={t('connectApplication.addressHint')}
                placeholder={asked.example}
                inputMode="url"
                {...verbatimInputProps}
                value={answers[asked.name] ?? ''}
                fault={addressFault(asked)}
                onChange={({ target }) => setAnswers({ ...answers, [asked.name]: target.value })}
              />
            ))}
            <ApplicationNameField />
            {program !== null && free !== null && free.id !== program.id && draft['id'] === free.id && (
              <p role="status" className="text-small text-soft">
                {t('connectApplication.idTaken', { id: program.id, free: free.id })}
              </p>
            )}
            {program === null && <ApplicationUrlFields part="essential" />}
          </div>
        </Card>
        <details>
          <summary className="min-h-8 cursor-pointer font-semibold">{t('connectApplication.more')}</summary>
          <div className="mt-4 grid grid-cols-1 gap-8">
            <FormSection title={t('connectApplication.idAndAddresses')}>
              <ApplicationIdField />
              <ApplicationUrlFields part={program === null ? 'other' : 'all'} />
            </FormSection>
            <ApplicationAccessFields />
            <ScopeAndClaimFields />
            {kind !== 'machine' && <ApplicationAccentColorFields />}
            <ApplicationDefinitionJsonField />
          </div>
        </details>
        <div className="grid gap-3">
          {definition.problem && <LoadErrorPanel problem={definition.problem} />}
          {problem && <LoadErrorPanel problem={problem} />}
          {isTried && errors.length > 0 && (
            <p role="alert" className="text-red">
              {t('adminApplications.faulty', { count: errors.length })}
            </p>
          )}
          <Button
            type="submit"
            look="main"
            className="justify-self-start max-sm:w-full"
            disabledReason={lacking}
            busyLabel={mutation.isPending || definition.isBusy ? t('connectApplication.busy') : undefined}
          >
            {t('connectApplication.submit')}
          </Button>
        </div>
      </AdminConsoleForm>
    </ApplicationDefinitionFormContext>
  )
}
