import { useLayoutEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { unwrapApiResult, getDisplayableApiProblem } from '../../api/query-client.ts'
import type { ApiCallError } from '../../api/query-client.ts'
import { callApi } from '../../api/api-client.ts'
import type { ApiEndpointResponse, ApiEndpointResult } from '../../api/api-client.ts'
import { useCallApiWithStepUp } from '../sign-in/step-up/use-call-api-with-step-up.ts'
import { Button } from '../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { getTranslatedProblemMessage } from '../../ui/get-translated-error-message.ts'
import { PageSection, Card } from '../../ui/PageSection.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { usePageLanguage } from '../../i18n/page-language-context.ts'
import { useTranslations } from 'use-intl'
import { useRestoreFocus } from '../../ui/use-restore-focus.ts'
import { useAccountMutation } from './use-account-mutation.ts'

type EmailAnswer = ApiEndpointResponse<'readEmail'>

export const useOwnEmail = () =>
  useQuery({
    queryKey: ['email'],
    queryFn: async ({ signal }) => unwrapApiResult(await callApi('readEmail', { signal })),
  })

export function EmailSettingsSection() {
  const t = useTranslations()
  const { data, error, refetch } = useOwnEmail()
  const [isEditing, setIsEditing] = useState(false)
  const button = useRestoreFocus(isEditing)
  if (data && !data.offered && data.address === null) return null
  return (
    <PageSection title={t('email.title')}>
      <Card className="grid min-h-26 content-center gap-3 px-5 py-4 sm:px-8">
        <p className="text-small text-soft">{t('email.about')}</p>
        {error && <LoadErrorPanel problem={error.problem} onRetry={() => void refetch()} />}
        {data && isEditing && <EmailVerificationSteps email={data} onDone={() => setIsEditing(false)} />}
        {data && !isEditing && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              {data.address === null ? t('email.none') : sanitizeDisplayText(data.address, 254)}
            </p>
            <div className="flex flex-wrap gap-2">
              {data.offered && (
                <Button ref={button} small onClick={() => setIsEditing(true)}>
                  {data.address === null ? t('email.add') : t('email.change')}
                </Button>
              )}
              {data.address !== null && <RemoveEmail />}
            </div>
          </div>
        )}
      </Card>
    </PageSection>
  )
}

function RemoveEmail() {
  const t = useTranslations()
  const sensitive = useCallApiWithStepUp()
  const remove = useEmailMutation(() => sensitive('removeEmail'), t('email.removed'))
  return (
    <Button
      small
      busyLabel={remove.isPending ? t('email.removing') : undefined}
      onClick={() => remove.mutate(undefined)}
    >
      {t('email.remove')}
    </Button>
  )
}

function EmailVerificationSteps({ email, onDone }: { email: EmailAnswer; onDone: () => void }) {
  const [isAnew, setIsAnew] = useState(false)
  if (email.awaited === null || isAnew) return <EmailAddressStep onSent={() => setIsAnew(false)} onDone={onDone} />
  return <EmailCodeStep address={email.awaited.address} onAnew={() => setIsAnew(true)} onDone={onDone} />
}

function EmailAddressStep({ onSent, onDone }: { onSent: () => void; onDone: () => void }) {
  const t = useTranslations()
  const { language } = usePageLanguage()
  const [address, setAddress] = useState('')
  const sensitive = useCallApiWithStepUp()
  const send = useEmailMutation(
    () => sensitive('sendEmailCode', { body: { address: address.trim(), language } }),
    t('email.sent', { address: address.trim() }),
  )
  return (
    <EmailFormStep
      label={t('email.label')}
      hint={t('email.hint')}
      value={address}
      fault={send.error}
      submit={t('email.send')}
      busy={send.isPending ? t('email.sending') : undefined}
      inputMode="email"
      autoComplete="email"
      onChange={setAddress}
      onSubmit={() => send.mutate(undefined, { onSuccess: onSent })}
    >
      <Button onClick={onDone}>{t('ui.cancel')}</Button>
    </EmailFormStep>
  )
}

function EmailCodeStep({ address, onAnew, onDone }: { address: string; onAnew: () => void; onDone: () => void }) {
  const t = useTranslations()
  const [code, setCode] = useState('')
  const confirm = useEmailMutation(
    () => callApi('confirmEmail', { body: { code: code.trim() } }),
    t('email.done', { address }),
  )
  return (
    <>
      <p className="text-small [overflow-wrap:anywhere]">
        {t('email.sent', { address: sanitizeDisplayText(address, 254) })}
      </p>
      <EmailFormStep
        label={t('email.code')}
        hint={t('email.codeHint')}
        value={code}
        fault={confirm.error}
        submit={t('email.confirm')}
        busy={confirm.isPending ? t('email.confirming') : undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={setCode}
        onSubmit={() => confirm.mutate(undefined, { onSuccess: onDone })}
      >
        <Button onClick={onAnew}>{t('email.again')}</Button>
      </EmailFormStep>
    </>
  )
}

interface EmailFormStepProps {
  label: string
  hint: string
  value: string
  fault: ApiCallError | null
  submit: string
  busy: string | undefined
  inputMode: 'email' | 'numeric'
  autoComplete: string
  onChange: (value: string) => void
  onSubmit: () => void
  children: React.ReactNode
}

function EmailFormStep({
  label,
  hint,
  value,
  fault,
  submit,
  busy,
  inputMode,
  autoComplete,
  onChange,
  onSubmit,
  children,
}: EmailFormStepProps) {
  const t = useTranslations()
  const field = useRef<HTMLInputElement>(null)
  const problem = getDisplayableApiProblem(fault)
  const said = problem && getTranslatedProblemMessage(t, problem)
  const isRefused = said != null
  useLayoutEffect(() => field.current?.focus(), [])
  useLayoutEffect(() => {
    if (isRefused) field.current?.focus()
  }, [isRefused])
  return (
    <form
      noValidate
      className="grid max-w-md gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (busy === undefined && value.trim() !== '') onSubmit()
      }}
    >
      <TextField
        ref={field}
        label={label}
        hint={hint}
        fault={said && `${said.title} ${said.action}`}
        value={value}
        inputMode={inputMode}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="main" busyLabel={busy}>
          {submit}
        </Button>
        {children}
      </div>
    </form>
  )
}

const useEmailMutation = (send: () => Promise<ApiEndpointResult<'readEmail'>>, said: string) =>
  useAccountMutation({
    queryKey: 'email',
    send: async (): Promise<EmailAnswer> => unwrapApiResult(await send()),
    successMessage: () => said,
  })
