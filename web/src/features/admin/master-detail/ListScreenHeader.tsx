import type { ReactNode } from 'react'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useListDensity } from './list-density.ts'

export function ListScreenHeader({
  title,
  about,
  children,
}: {
  title: string
  about: ReactNode
  children?: ReactNode
}) {
  const isRoomy = useListDensity() === 'comfortable'
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="grid min-w-0 gap-1">
        <PageHeading title={title} />
        {isRoomy && <p className="hidden max-w-[75ch] text-small text-soft lg:block">{about}</p>}
      </div>
      {children && <div className="max-w-full self-start">{children}</div>}
    </div>
  )
}
