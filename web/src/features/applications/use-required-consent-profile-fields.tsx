// Required profile fields that are still empty are filled in here and saved with the consent.
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { ApiConsentItem, ConsentableScope } from '@countersign/api/api-endpoints'
import { callApi } from '../../api/api-client.ts'
import type { ApiEndpointResult } from '../../api/api-client.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { TextField } from '../../ui/TextField.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'

interface RequiredProfileValues {
  below: Partial<Record<ConsentableScope, ReactNode>>
  isIncomplete: () => boolean
  /** Null if there is nothing to save. */
  save: () => Promise<ApiEndpointResult<'changePerson'> | null>
}

export function useRequiredConsentProfileFields(items: readonly ApiConsentItem[]): RequiredProfileValues {
  const t = useTranslations()
  const [name, setName] = useState('')
  const [isTried, setIsTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const lacks = (scope: ConsentableScope): boolean =>
    items.some((item) => item.scope === scope && item.missing === true)
  const lacksName = lacks('profile')
  const isEmpty = lacksName && name.trim() === ''
  return {
    below: {
      ...(lacksName && {
        profile: (
          <TextField
            ref={field}
            label={t('applications.consent.nameField')}
            hint={t('applications.consent.nameHint')}
            fault={isTried && isEmpty ? t('applications.consent.nameNeeded') : null}
            value={name}
            maxLength={64}
            autoComplete="name"
            onChange={({ target }) => setName(target.value)}
          />
        ),
      }),
      ...(lacks('wallet') && {
        wallet: <TextLink href={frontEndPagePaths.wallets}>{t('applications.consent.linkWallet')}</TextLink>,
      }),
    },
    isIncomplete: () => {
      if (!isEmpty) return false
      setIsTried(true)
      field.current?.focus()
      return true
    },
    save: async () => (lacksName ? callApi('changePerson', { body: { displayName: name.trim() } }) : null),
  }
}
