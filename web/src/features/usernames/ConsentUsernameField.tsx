import { useTranslations } from 'use-intl'
import { UsernameField } from './UsernameField.tsx'
import type { ConsentUsernameFieldState } from './use-consent-username-field.ts'

export function ConsentUsernameField({ first: { names, value, setValue } }: { first: ConsentUsernameFieldState }) {
  const t = useTranslations()
  if (names === undefined) return <div aria-hidden="true" className="min-h-40" />
  if (names.name !== null)
    return <p className="text-small [overflow-wrap:anywhere]">{t('username.you', { name: names.name })}</p>
  return <UsernameField value={value} names={names} onChange={setValue} />
}
