import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { useTranslations } from 'use-intl'
import { isUrlPathWithin } from './master-detail/is-url-path-within.ts'

interface UnsavedChangesGuardProps {
  hasUnsavedChanges: () => boolean
  /** A path within which changes survive navigation, such as between tabs. */
  within?: string
  texts?: 'adminUi.unsaved' | 'adminUi.secret.leaving'
}

export function UnsavedChangesGuard({
  hasUnsavedChanges,
  within,
  texts = 'adminUi.unsaved',
}: UnsavedChangesGuardProps) {
  const t = useTranslations()
  const latest = useRef(hasUnsavedChanges)
  useEffect(() => {
    latest.current = hasUnsavedChanges
  }, [hasUnsavedChanges])
  const blocker = useBlocker({
    shouldBlockFn: useCallback(
      ({ current, next }) =>
        current.pathname !== next.pathname &&
        !(within !== undefined && isUrlPathWithin(next.pathname, within)) &&
        latest.current(),
      [within],
    ),
    enableBeforeUnload: useCallback(() => latest.current(), []),
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t(`${texts}.title`)}
      confirmLabel={t(`${texts}.leave`)}
      onConfirm={blocker.proceed}
      onCancel={blocker.reset}
    >
      {t(`${texts}.text`)}
    </ConfirmDialog>
  )
}
