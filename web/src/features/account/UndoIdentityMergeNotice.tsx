import { useState } from 'react'
import type { ApiIdentityMerge } from '@countersign/api/api-endpoints'
import { getDisplayableApiProblem } from '../../api/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { usePageLanguage } from '../../i18n/page-language-context.ts'
import { useTranslations } from 'use-intl'
import { useUndoIdentityMerge } from './identity-merge-query-hooks.ts'
import { useSignedInAccount } from './signed-in-account-context.ts'

export function UndoIdentityMergeNotice({ merge }: { merge: ApiIdentityMerge }) {
  const { locale } = usePageLanguage()
  const t = useTranslations()
  const { session } = useSignedInAccount()
  const undo = useUndoIdentityMerge()
  const [isAsking, setIsAsking] = useState(false)
  const problem = getDisplayableApiProblem(undo.error)
  const goesBack = merge.wallets.some(({ address }) => address === session.wallet?.address)
  return (
    <InlineNotice title={t('wallets.openMerge.title')}>
      <p>
        {t('wallets.openMerge.text', { until: formatDateTime(Date.parse(merge.undoUntil ?? merge.expiresAt), locale) })}
      </p>
      {problem && <LoadErrorPanel problem={problem} />}
      <Button
        className="justify-self-start"
        busyLabel={undo.isPending ? t('wallets.openMerge.undoing') : undefined}
        onClick={() => setIsAsking(true)}
      >
        {t('wallets.openMerge.undo')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('wallets.openMerge.confirmTitle')}
          confirmLabel={t('wallets.openMerge.confirm')}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            undo.mutate(merge)
          }}
        >
          <div className="grid gap-3">
            <p>{t('wallets.openMerge.confirmText')}</p>
            {goesBack && <p className="font-semibold text-ink">{t('wallets.openMerge.confirmSignedOut')}</p>}
          </div>
        </ConfirmDialog>
      )}
    </InlineNotice>
  )
}
