import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useTranslations } from 'use-intl'
import { useCallback, useState } from 'react'
import type { RefCallback } from 'react'

export function CrossDeviceButton({ elsewhere: { open, buttonRef } }: { elsewhere: CrossDevicePanelState }) {
  const t = useTranslations()
  return (
    <Button ref={buttonRef} onClick={open}>
      <span className="flex items-center justify-center gap-2">
        <Icon name="phone" />
        {t('signIn.anotherDevice')}
      </span>
    </Button>
  )
}

export interface CrossDevicePanelState {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
  readonly buttonRef: RefCallback<HTMLButtonElement>
}

/** `mayGo` is called before the panel opens; false prevents it. */
export function useCrossDevicePanelState(isFirst = false, mayGo = () => true): CrossDevicePanelState {
  const [isAway, setIsAway] = useState<boolean | null>(isFirst || null)
  return {
    isOpen: isAway === true,
    open: () => mayGo() && setIsAway(true),
    close: () => setIsAway(false),
    buttonRef: useCallback((element) => void (isAway === false && element?.focus()), [isAway]),
  }
}
