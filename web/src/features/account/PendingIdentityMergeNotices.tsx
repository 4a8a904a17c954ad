// The identity that would disappear can refuse, and the requester sees when the merge happens.
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ApiPendingIdentityMerge } from '@countersign/api/api-endpoints'
import { getDisplayableApiProblem } from '../../api/query-client.ts'
import { WalletAddress } from '../../ui/WalletAddress.tsx'
import { Button } from '../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { describeUserAgent } from '../../ui/describe-user-agent.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { usePageLanguage } from '../../i18n/page-language-context.ts'
import { useTranslations } from 'use-intl'
import { addIpNetworkToDescription } from './describe-ip-network.ts'
import {
  useConfirmIdentityMerge,
  usePendingIdentityMerges,
  useRefuseIdentityMerge,
} from './pending-identity-merge-query-hooks.ts'

export function PendingIdentityMergeNotices() {
  const items = usePendingIdentityMerges().data?.items ?? []
  if (items.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-3 pb-6">
      {items.map((item) =>
        item.side === 'recipient' ? (
          <IncomingMerge key={item.merge.id} item={item} />
        ) : (
          <OutgoingMerge key={item.merge.id} item={item} />
        ),
      )}
    </div>
  )
}

function useFormatDateTime(): (time: string) => string {
  const { locale } = usePageLanguage()
  return (time) => formatDateTime(Date.parse(time), locale)
}

function IncomingMerge({ item }: { item: ApiPendingIdentityMerge }) {
  const t = useTranslations()
  const at = useFormatDateTime()
  const refuse = useRefuseIdentityMerge()
  const confirm = useConfirmIdentityMerge()
  const [isConfirming, setIsConfirming] = useState(false)
  const { merge, mayConfirm } = item
  const problem = getDisplayableApiProblem(refuse.error) ?? getDisplayableApiProblem(confirm.error)
  return (
    <InlineNotice
      tone="attention"
      title={t('pendingMerge.asked.title', { when: at(merge.takesEffectAt ?? merge.expiresAt) })}
    >
      <p>{t('pendingMerge.asked.text')}</p>
      <MergeRequestDetails item={item} />
      {problem && <LoadErrorPanel problem={problem} />}
      <div className="flex flex-wrap gap-2">
        <Button
          look="danger"
          busyLabel={refuse.isPending ? t('pendingMerge.asked.refusing') : undefined}
          onClick={() => refuse.mutate(item)}
        >
          {t('pendingMerge.asked.refuse')}
        </Button>
        {mayConfirm && (
          <Button
            busyLabel={confirm.isPending ? t('pendingMerge.asked.confirming') : undefined}
            onClick={() => setIsConfirming(true)}
          >
            {t('pendingMerge.asked.now')}
          </Button>
        )}
      </div>
      {!mayConfirm && <p>{t('pendingMerge.asked.elsewhere')}</p>}
      {isConfirming && (
        <ConfirmDialog
          title={t('pendingMerge.asked.confirmTitle')}
          confirmLabel={t('pendingMerge.asked.now')}
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => {
            setIsConfirming(false)
            confirm.mutate(item)
          }}
        >
          <p>{t('pendingMerge.asked.confirmText')}</p>
        </ConfirmDialog>
      )}
    </InlineNotice>
  )
}

function OutgoingMerge({ item }: { item: ApiPendingIdentityMerge }) {
  const t = useTranslations()
  const at = useFormatDateTime()
  const cancel = useRefuseIdentityMerge()
  const problem = getDisplayableApiProblem(cancel.error)
  const { takesEffectAt, expiresAt } = item.merge
  return (
    <InlineNotice title={t('pendingMerge.asking.title', { when: at(takesEffectAt ?? expiresAt) })}>
      <p>{t('pendingMerge.asking.text')}</p>
      <p>{t('pendingMerge.asking.now')}</p>
      {problem && <LoadErrorPanel problem={problem} />}
      <Button
        className="justify-self-start"
        busyLabel={cancel.isPending ? t('pendingMerge.asking.canceling') : undefined}
        onClick={() => cancel.mutate(item)}
      >
        {t('pendingMerge.asking.cancel')}
      </Button>
    </InlineNotice>
  )
}

function MergeRequestDetails({ item: { merge, requester: asker, requestedAt } }: { item: ApiPendingIdentityMerge }) {
  const t = useTranslations()
  const at = useFormatDateTime()
  const device = describeUserAgent(t, asker.userAgent)
  const { applications } = merge
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <DetailItem label={t('pendingMerge.facts.asker')}>
        {asker.displayName !== null && (
          <p>{t('pendingMerge.facts.callsItself', { name: sanitizeDisplayText(asker.displayName, 64) })}</p>
        )}
        {asker.address === null ? (
          <p>{t('pendingMerge.facts.noWallet')}</p>
        ) : (
          <WalletAddress address={asker.address} rosetteSize={24} />
        )}
      </DetailItem>
      <DetailItem label={t('pendingMerge.facts.requested')}>
        <p>{at(requestedAt)}</p>
        <p>{addIpNetworkToDescription(t, device, asker.networkPrefix, null)}</p>
      </DetailItem>
      <DetailItem label={t('pendingMerge.facts.moves')}>
        {merge.wallets.map(({ address, label }) => (
          <WalletAddress key={address} address={address} name={label} rosetteSize={24} />
        ))}
        {merge.passkeys > 0 && <p>{t('pendingMerge.facts.passkeys', { count: merge.passkeys })}</p>}
        {applications.length > 0 && (
          <p>
            {t('pendingMerge.facts.applications', {
              names: applications.map(({ name }) => sanitizeDisplayText(name, 80)).join(', '),
            })}
          </p>
        )}
      </DetailItem>
      <DetailItem label={t('pendingMerge.facts.ends')}>
        <p>{t('pendingMerge.asked.sessions', { count: merge.sessions })}</p>
      </DetailItem>
    </dl>
  )
}

function DetailItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1">
      <dt className="text-caption text-soft">{label}</dt>
      <dd className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
