// A merge that can still be undone: until when, what that means meanwhile, and the way back.
import { useState } from 'react'
import type { IdentityMerge } from '@countersign/api/api-endpoints'
import { getDisplayableProblem } from '../../api/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { useLanguage } from '../../i18n/use-language.ts'
import { useTranslations } from 'use-intl'
import { useUndoIdentityMerge } from './identity-merge-queries.ts'
import { useAccountSession } from './account-session.ts'

export function UndoableIdentityMerge({ merge }: { merge: IdentityMerge }) {
  const { locale } = useLanguage()
  const t = useTranslations()
  const { session } = useAccountSession()
  const undo = useUndoIdentityMerge()
  const [isAsking, setIsAsking] = useState(false)
  const problem = getDisplayableProblem(undo.error)
  const goesBack = merge.wallets.some(({ address }) => address === session.wallet?.address)
  return (
    <Notice title={t('wallets.openMerge.title')}>
      <p>
        {t('wallets.openMerge.text', { until: formatDateTime(Date.parse(merge.undoUntil ?? merge.expiresAt), locale) })}
      </p>
      {problem && <ErrorState problem={problem} />}
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
    </Notice>
  )
}
