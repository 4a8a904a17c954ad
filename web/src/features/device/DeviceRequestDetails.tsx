import type { ReactNode } from 'react'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { describeUserAgent } from '../../ui/describe-user-agent.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'

type DeviceRequestOrigin = Pick<
  ApiEndpointOutput<'readDeviceRequest'>,
  'userAgent' | 'networkPrefix' | 'sameNetwork' | 'requestedAt' | 'expiresAt'
>

interface DeviceRequestDetailsProps {
  request: DeviceRequestOrigin
  /** The name of the program, if its user agent is not that of a browser. */
  program?: string | undefined
}

export function DeviceRequestDetails({ request, program }: DeviceRequestDetailsProps) {
  const t = useTranslations()
  const { userAgent, networkPrefix, sameNetwork, requestedAt, expiresAt } = request
  return (
    <dl className="grid gap-1 border-t border-line px-5 py-4 text-small">
      <DeviceRequestDetailRow label={t('applications.device.from')}>
        {program ?? describeUserAgent(t, userAgent, t('applications.device.unknownDevice'))}
      </DeviceRequestDetailRow>
      <DeviceRequestDetailRow label={t('applications.device.network')}>
        <span className="font-mono text-caption [overflow-wrap:anywhere]">{networkPrefix}</span>
        {sameNetwork && <span className="text-soft"> · {t('applications.device.sameNetwork')}</span>}
      </DeviceRequestDetailRow>
      <DeviceRequestDetailRow label={t('applications.device.when')}>
        <RelativeTime at={requestedAt} />
      </DeviceRequestDetailRow>
      <DeviceRequestDetailRow label={t('applications.device.until')}>
        <RelativeTime at={expiresAt} />
      </DeviceRequestDetailRow>
    </dl>
  )
}

export function DeviceRequestDetailRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_1fr] items-baseline gap-x-3">
      <dt className="text-caption text-soft">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
