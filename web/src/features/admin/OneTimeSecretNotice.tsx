// Stays until the user confirms that they saved the secret, which is shown only once.
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { useTranslations } from 'use-intl'
import { CopyField } from './CopyField.tsx'
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx'

interface OneTimeSecretProps {
  title: string
  label: string
  secret: string
  about?: string | undefined
  onSaved: () => void
}

export function OneTimeSecretNotice({ title, label, secret, about, onSaved }: OneTimeSecretProps) {
  const t = useTranslations()
  const isKept = useRef(false)
  return (
    <InlineNotice tone="verified" title={title}>
      <UnsavedChangesGuard hasUnsavedChanges={() => !isKept.current} texts="adminUi.secret.leaving" />
      <CopyField label={label} value={secret} />
      <p>{t('adminUi.secret.once')}</p>
      {about !== undefined && <p>{about}</p>}
      <Button
        small
        className="justify-self-start"
        onClick={() => {
          isKept.current = true
          onSaved()
        }}
      >
        {t('adminUi.secret.kept')}
      </Button>
    </InlineNotice>
  )
}
