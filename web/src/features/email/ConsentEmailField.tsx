import { useCallback, useState } from 'react'
import { callApi } from '../../api/api-client.ts'
import { useApiQuery } from '../applications/use-api-query.ts'
import { Button } from '../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { useTranslations } from 'use-intl'
import { AddEmailForm } from './AddEmailForm.tsx'

export function ConsentEmailField({ signIn }: { signIn: string }) {
  const t = useTranslations()
  const [email] = useApiQuery(useCallback((signal: AbortSignal) => callApi('readEmail', { signal }), []))
  const [isAdding, setIsAdding] = useState(false)
  const [added, setAdded] = useState<string | null>(null)
  if (email.at !== 'loaded') return <div aria-hidden="true" className="min-h-12" />
  const { offered, awaited } = email.answer
  const address = added ?? email.answer.address
  if (address !== null)
    return (
      <p role="status" className="text-small [overflow-wrap:anywhere]">
        {t('email.yours', { address: sanitizeDisplayText(address, 254) })}
      </p>
    )
  return (
    <div className="grid gap-3">
      <p className="text-small text-amber">{offered ? t('email.missing') : t('email.notOffered')}</p>
      {offered &&
        (isAdding ? (
          <AddEmailForm codeSentTo={awaited?.address ?? null} signIn={signIn} onAdded={setAdded} />
        ) : (
          <Button small className="justify-self-start" onClick={() => setIsAdding(true)}>
            {t('email.add')}
          </Button>
        ))}
    </div>
  )
}
