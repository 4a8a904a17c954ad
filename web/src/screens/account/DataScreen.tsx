// What is kept of the person who is signed in: all of it as a file, and the way to have it deleted.
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useTranslations } from 'use-intl'
import { DataCopy } from './DataCopy.tsx'
import { DataKept } from './DataKept.tsx'
import { EraseMe } from './EraseMe.tsx'

export function DataScreen() {
  const t = useTranslations()
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-2">
        <PageHeading title={t('account.data.title')} />
        <p className="max-w-[60ch] text-soft">{t('myData.intro')}</p>
      </div>
      <DataCopy />
      <DataKept />
      <EraseMe />
    </div>
  )
}
