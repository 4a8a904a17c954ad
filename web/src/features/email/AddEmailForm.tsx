import { useLayoutEffect, useRef, useState } from 'react'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import { callApi } from '../../api/api-client.ts'
import type { ApiEndpointResponse, ApiEndpointResult, HttpConnectionProblem } from '../../api/api-client.ts'
import { Button } from '../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { getTranslatedProblemMessage } from '../../ui/get-translated-error-message.ts'
import { TextField } from '../../ui/TextField.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { usePageLanguage } from '../../i18n/page-language-context.ts'

interface AddEmailFormProps {
  /** Null if no code was sent. */
  codeSentTo: string | null
  signIn: string
  onAdded: (address: string) => void
}

export function AddEmailForm({ codeSentTo, signIn, onAdded }: AddEmailFormProps) {
  const t = useTranslations()
  const { language } = usePageLanguage()
  const [sentTo, setSentTo] = useState(codeSentTo)
  const [value, setValue] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ProblemDetails | HttpConnectionProblem | null>(null)
  const isCode = sentTo !== null

  const send = (): Promise<ApiEndpointResult<'sendEmailCode' | 'confirmEmail'>> =>
    isCode
      ? callApi('confirmEmail', { body: { code: value.trim() } })
      : callApi('sendEmailCode', { body: { address: value.trim(), language } })
  const take = ({ address, awaited: next }: ApiEndpointResponse<'readEmail'>) => {
    if (address !== null) onAdded(address)
    else setSentTo(next?.address ?? null)
  }
  const submit = async () => {
    if (isBusy || value.trim() === '') return
    setIsBusy(true)
    setProblem(null)
    const result = await send()
    setIsBusy(false)
    if (!result.ok) return setProblem(result.problem)
    setValue('')
    take(result.answer)
  }
  return (
    <form
      noValidate
      className="grid max-w-md gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {isCode && (
        <p className="text-small [overflow-wrap:anywhere]">
          {t('email.sent', { address: sanitizeDisplayText(sentTo, 254) })}
        </p>
      )}
      <EmailOrCodeField key={String(isCode)} isCode={isCode} problem={problem} value={value} onChange={setValue} />
      {problem?.code === 'step_up.required' && <TextLink href={signIn}>{t('email.signInAgain')}</TextLink>}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          small
          busyLabel={isBusy ? (isCode ? t('email.confirming') : t('email.sending')) : undefined}
        >
          {isCode ? t('email.confirm') : t('email.send')}
        </Button>
        {isCode && (
          <Button
            small
            look="bare"
            onClick={() => {
              setSentTo(null)
              setValue('')
              setProblem(null)
            }}
          >
            {t('email.again')}
          </Button>
        )}
      </div>
    </form>
  )
}

interface EmailOrCodeFieldProps {
  isCode: boolean
  problem: ProblemDetails | HttpConnectionProblem | null
  value: string
  onChange: (value: string) => void
}

function EmailOrCodeField({ isCode, problem, value, onChange }: EmailOrCodeFieldProps) {
  const t = useTranslations()
  const field = useRef<HTMLInputElement>(null)
  const said = problem && getTranslatedProblemMessage(t, problem)
  useLayoutEffect(() => field.current?.focus(), [])
  useLayoutEffect(() => {
    if (problem !== null) field.current?.focus()
  }, [problem])
  return (
    <TextField
      ref={field}
      label={isCode ? t('email.code') : t('email.label')}
      hint={isCode ? t('email.codeHint') : t('email.hint')}
      fault={said && `${said.title} ${said.action}`}
      value={value}
      inputMode={isCode ? 'numeric' : 'email'}
      autoComplete={isCode ? 'one-time-code' : 'email'}
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
