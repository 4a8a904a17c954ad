// The e-mail address on the page of the account: added by a code that is sent there, changed, and removed.
import { useLayoutEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { answerOf, problemToSay } from '../../api/answers.ts'
import type { CallRefused } from '../../api/answers.ts'
import { call } from '../../api/api.ts'
import type { Answered, CallResult } from '../../api/api.ts'
import { useSensitiveCall } from '../sign-in/step-up/use-sensitive-call.ts'
import { Button } from '../../ui/Button.tsx'
import { cleanText } from '../../ui/clean-text.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemWords } from '../../ui/problem-words.ts'
import { Section, Sheet } from '../../ui/Section.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useLanguage } from '../../i18n/use-language.ts'
import { useTranslations } from 'use-intl'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useOwnChange } from './use-own-change.ts'

type EmailAnswer = Answered<'readEmail'>

export function Email() {
  const t = useTranslations()
  const { data, error, refetch } = useQuery({
    queryKey: ['email'],
    queryFn: async ({ signal }) => answerOf(await call('readEmail', { signal })),
  })
  const [isEditing, setIsEditing] = useState(false)
  const button = useFocusBack(isEditing)
  return (
    <Section title={t('email.title')}>
      <Sheet className="grid min-h-26 content-center gap-3 px-5 py-4 sm:px-8">
        <p className="text-small text-soft">{t('email.about')}</p>
        {error && <ErrorState problem={error.problem} onRetry={() => void refetch()} />}
        {data && isEditing && <EmailSteps email={data} onDone={() => setIsEditing(false)} />}
        {data && !isEditing && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              {data.address === null
                ? data.offered
                  ? t('email.none')
                  : t('email.notOffered')
                : cleanText(data.address, 254)}
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
      </Sheet>
    </Section>
  )
}

function RemoveEmail() {
  const t = useTranslations()
  const sensitive = useSensitiveCall()
  const remove = useEmailChange(() => sensitive('removeEmail'), t('email.removed'))
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

/** First the address, then the code that was sent there. */
function EmailSteps({ email, onDone }: { email: EmailAnswer; onDone: () => void }) {
  const [isAnew, setIsAnew] = useState(false)
  if (email.awaited === null || isAnew) return <AddressStep onSent={() => setIsAnew(false)} onDone={onDone} />
  return <CodeStep address={email.awaited.address} onAnew={() => setIsAnew(true)} onDone={onDone} />
}

function AddressStep({ onSent, onDone }: { onSent: () => void; onDone: () => void }) {
  const t = useTranslations()
  const { language } = useLanguage()
  const [address, setAddress] = useState('')
  const sensitive = useSensitiveCall()
  const send = useEmailChange(
    () => sensitive('sendEmailCode', { body: { address: address.trim(), language } }),
    t('email.sent', { address: address.trim() }),
  )
  return (
    <Step
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
    </Step>
  )
}

function CodeStep({ address, onAnew, onDone }: { address: string; onAnew: () => void; onDone: () => void }) {
  const t = useTranslations()
  const [code, setCode] = useState('')
  const confirm = useEmailChange(
    () => call('confirmEmail', { body: { code: code.trim() } }),
    t('email.done', { address }),
  )
  return (
    <>
      <p className="text-small [overflow-wrap:anywhere]">{t('email.sent', { address: cleanText(address, 254) })}</p>
      <Step
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
      </Step>
    </>
  )
}

interface StepProps {
  label: string
  hint: string
  value: string
  fault: CallRefused | null
  submit: string
  busy: string | undefined
  inputMode: 'email' | 'numeric'
  autoComplete: string
  onChange: (value: string) => void
  onSubmit: () => void
  children: React.ReactNode
}

function Step({
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
}: StepProps) {
  const t = useTranslations()
  const field = useRef<HTMLInputElement>(null)
  const problem = problemToSay(fault)
  const said = problem && problemWords(t, problem)
  const isRefused = said != null
  useLayoutEffect(() => field.current?.focus(), [])
  // What went wrong is about the field: there the person goes on.
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

const useEmailChange = (send: () => Promise<CallResult<'readEmail'>>, said: string) =>
  useOwnChange({
    key: 'email',
    send: async (): Promise<EmailAnswer> => answerOf(await send()),
    tell: () => said,
  })
