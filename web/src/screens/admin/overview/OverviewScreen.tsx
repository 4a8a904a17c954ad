// How the site does: what happened in a range of days, how things stand now, and what is worth doing next.
import { useLocation } from '@tanstack/react-router'
import { useNow } from '../../../ui/clock.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useTranslations } from 'use-intl'
import { useLacking } from '../Guarded.tsx'
import { useAdminQuery } from '../queries.ts'
import { WorthDoing } from '../setup/WorthDoing.tsx'
import { FiguresPlaceholder } from './FiguresPlaceholder.tsx'
import { Health } from './Health.tsx'
import { NewPeople } from './NewPeople.tsx'
import { News } from './News.tsx'
import { NowFigures } from './NowFigures.tsx'
import { RangeChoice } from './RangeChoice.tsx'
import { readRange } from './range.ts'
import type { Range } from './range.ts'
import { RefusedNetworks } from './RefusedNetworks.tsx'
import { Refusals } from './Refusals.tsx'
import { SignIns } from './SignIns.tsx'
import type { Figures } from './figures.ts'

/** The figures are asked for again as often. */
const watchMs = 60_000

export function OverviewScreen() {
  const t = useTranslations()
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const range = readRange(search, useNow())
  const { from, to } = range
  const figures = useAdminQuery('readFigures', { query: { from, to } }, { everyMs: watchMs, keepPrevious: true })
  const failure = figures.error && <ErrorState problem={figures.error.problem} onRetry={() => void figures.refetch()} />
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <PageHeading title={t('adminOverview.title')} />
        <RangeChoice range={range} />
      </div>
      <News />
      <WorthDoing dismissing={{ lacking: useLacking('settings.change') }} />
      {failure}
      {figures.data ? (
        <Content figures={figures.data} range={range} isOld={figures.isPlaceholderData} />
      ) : (
        !failure && <FiguresPlaceholder />
      )}
    </div>
  )
}

function Content({ figures, range, isOld }: { figures: Figures; range: Range; isOld: boolean }) {
  return (
    <div
      className={`grid grid-cols-1 gap-8 transition-opacity ${isOld ? 'opacity-60' : ''}`}
      aria-busy={isOld || undefined}
    >
      <NowFigures figures={figures} />
      <SignIns figures={figures} range={range} />
      <div className="grid gap-8 lg:grid-cols-2">
        <Refusals figures={figures} range={range} />
        <RefusedNetworks range={range} />
      </div>
      <NewPeople figures={figures} range={range} />
      <Health figures={figures} range={range} />
    </div>
  )
}
