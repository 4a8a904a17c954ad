// What stands below the item of a consent that shares the user name: which it is, or the field in which it is chosen.
import { useTranslations } from 'use-intl'
import { UserNameField } from './UserNameField.tsx'
import type { FirstUserName } from './use-first-user-name.ts'

export function AskedUserName({ first: { names, value, setValue } }: { first: FirstUserName }) {
  const t = useTranslations()
  // Its place is held, so that nothing moves below a finger.
  if (names === undefined) return <div aria-hidden="true" className="min-h-40" />
  if (names.name !== null)
    return <p className="text-small [overflow-wrap:anywhere]">{t('userName.you', { name: names.name })}</p>
  return <UserNameField value={value} names={names} onChange={setValue} />
}
