import type { ApiUntrustedBrowser } from '@countersign/api/api-endpoints'
import { Button } from '../../ui/Button.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { useFormatBrowserName } from './review-untrusted-browsers-query-hooks.ts'
import { describeIpNetwork } from './describe-ip-network.ts'

interface UntrustedBrowserItemProps {
  browser: ApiUntrustedBrowser
  isOnly: boolean
  isBusy: boolean
  onRecognize: () => void
  onReject: () => void
}

export function NewBrowserRecognitionItem({
  browser,
  isOnly,
  isBusy,
  onRecognize,
  onReject,
}: UntrustedBrowserItemProps) {
  const t = useTranslations()
  const name = useFormatBrowserName()(browser)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
      <div className="min-w-0">
        {!isOnly && <p className="font-semibold">{name}</p>}
        <p className="flex flex-wrap gap-x-3">
          <span className="[overflow-wrap:anywhere]">
            {describeIpNetwork(t, browser.networkPrefix, browser.sameNetwork)}
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
            onClick={onRecognize}
          >
            {t('person.newBrowsers.yes')}
          </Button>
        )}
        <Button
          small
          look="danger"
          aria-label={t('person.newBrowsers.noFor', { device: name })}
          busyLabel={isBusy ? t('person.newBrowsers.busy') : undefined}
          onClick={onReject}
        >
          {t('person.newBrowsers.no')}
        </Button>
      </div>
    </li>
  )
}
