// One browser that may not be the person's, and the question whether it is.
import type { NewBrowser } from '@countersign/api/calls'
import { Button } from '../../ui/Button.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { useDeviceName } from './new-browsers.ts'
import { networkWords } from './network-words.ts'

interface NewBrowserItemProps {
  browser: NewBrowser
  /** Whether the title names it already. */
  isOnly: boolean
  isBusy: boolean
  onYes: () => void
  onNo: () => void
}

export function NewBrowserItem({ browser, isOnly, isBusy, onYes, onNo }: NewBrowserItemProps) {
  const t = useTranslations()
  const name = useDeviceName()(browser)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
      <div className="min-w-0">
        {!isOnly && <p className="font-semibold">{name}</p>}
        <p className="flex flex-wrap gap-x-3">
          <span className="[overflow-wrap:anywhere]">
            {networkWords(t, browser.networkPrefix, browser.sameNetwork)}
          </span>
          <RelativeTime at={browser.firstSeenAt} />
        </p>
        {isOnly && <p className="font-semibold">{t('person.newBrowsers.question')}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {browser.answerable && (
          <Button
            small
            aria-label={t('person.newBrowsers.yesFor', { device: name })}
            busyLabel={isBusy ? t('person.newBrowsers.busy') : undefined}
            onClick={onYes}
          >
            {t('person.newBrowsers.yes')}
          </Button>
        )}
        <Button
          small
          look="danger"
          aria-label={t('person.newBrowsers.noFor', { device: name })}
          busyLabel={isBusy ? t('person.newBrowsers.busy') : undefined}
          onClick={onNo}
        >
          {t('person.newBrowsers.no')}
        </Button>
      </div>
    </li>
  )
}
