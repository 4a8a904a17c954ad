// The e-mail address on the page of the account: added by a code that is sent there, changed, and removed.
import { useLayoutEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { answerOf, problemToSay } from '../../answers.ts'
import type { CallRefused } from '../../answers.ts'
import { call } from '../../api.ts'
import type { Answered, CallResult } from '../../api.ts'
import { useSensitiveCall } from '../../step-up/use-sensitive-call.ts'
import { Button } from '../../ui/Button.tsx'
import { cleanText } from '../../ui/clean-text.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemWords } from '../../ui/problem-words.ts'
import { Section, Sheet } from '../../ui/Section.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useChapter, useSpeech, useWords } from '../../words/use-words.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useOwnChange } from './use-own-change.ts'

type EmailAnswer = Answered<'readEmail'>

export function Email() {
  const words = useChapter('email')
  const { data, error, refetch } = useQuery({
    queryKey: ['email'],
    queryFn: async ({ signal }) => answerOf(await call('readEmail', { signal })),
  })
  const [isEditing, setIsEditing] = useState(false)
  const button = useFocusBack(isEditing)
  return (
    <Section title={words.title}>
      <Sheet className="grid min-h-26 content-center gap-3 px-5 py-4 sm:px-8">
        <p className="text-small text-soft">{words.about}</p>
        {error && <ErrorState problem={error.problem} onRetry={() => void refetch()} />}
        {data && isEditing && <EmailSteps email={data} onDone={() => setIsEditing(false)} />}
        {data && !isEditing && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              {data.address === null ? (data.offered ? words.none : words.notOffered) : cleanText(data.address, 254)}
            </p>
            <div className="flex flex-wrap gap-2">
              {data.offered && (
                <Button ref={button} small onClick={() => setIsEditing(true)}>
                  {data.address === null ? words.add : words.change}
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
  const words = useChapter('email')
  const sensitive = useSensitiveCall()
  const remove = useEmailChange(() => sensitive('removeEmail'), words.removed)
  return (
    <Button small busyLabel={remove.isPending ? words.removing : undefined} onClick={() => remove.mutate(undefined)}>
      {words.remove}
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
  const all = useWords()
  const words = useChapter('email')
  const { language } = useSpeech()
  const [address, setAddress] = useState('')
  const sensitive = useSensitiveCall()
  const send = useEmailChange(
    () => sensitive('sendEmailCode', { body: { address: address.trim(), language } }),
    words.sent(address.trim()),
  )
  return (
    <Step
      label={words.label}
      hint={words.hint}
      value={address}
      fault={send.error}
      submit={words.send}
      busy={send.isPending ? words.sending : undefined}
      inputMode="email"
      autoComplete="email"
      onChange={setAddress}
      onSubmit={() => send.mutate(undefined, { onSuccess: onSent })}
    >
      <Button onClick={onDone}>{all.ui.cancel}</Button>
    </Step>
  )
}

function CodeStep({ address, onAnew, onDone }: { address: string; onAnew: () => void; onDone: () => void }) {
  const words = useChapter('email')
  const [code, setCode] = useState('')
  const confirm = useEmailChange(() => call('confirmEmail', { body: { code: code.trim() } }), words.done(address))
  return (
    <>
      <p className="text-small [overflow-wrap:anywhere]">{words.sent(cleanText(address, 254))}</p>
      <Step
        label={words.code}
        hint={words.codeHint}
        value={code}
        fault={confirm.error}
        submit={words.confirm}
        busy={confirm.isPending ? words.confirming : undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={setCode}
        onSubmit={() => confirm.mutate(undefined, { onSuccess: onDone })}
      >
        <Button onClick={onAnew}>{words.again}</Button>
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
  const all = useWords()
  const field = useRef<HTMLInputElement>(null)
  const problem = problemToSay(fault)
  const said = problem && problemWords(all, problem)
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
