// The newest of what happened to a person, and the way to all of it, and to what they did to others.
import { adminPaths } from '../../../admin-paths.ts'
import { useTranslations } from 'use-intl'
import { NewestLines } from '../activity/NewestLines.tsx'
import { AdminLink } from '../AdminLink.tsx'
import type { PersonInFull } from './person-in-full.ts'

export function PersonActivity({ person: { id } }: { person: PersonInFull }) {
  const t = useTranslations()
  return (
    <NewestLines title={t('adminPeople.activity.title')} none={t('adminPeople.activity.none')} query={{ person: id }}>
      <AdminLink href={adminPaths.activity({ person: id })}>{t('adminPeople.activity.see')}</AdminLink>
      <AdminLink href={adminPaths.activity({ actor: id })}>{t('adminPeople.activity.did')}</AdminLink>
    </NewestLines>
  )
}
