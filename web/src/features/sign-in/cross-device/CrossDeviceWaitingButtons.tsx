import { Button } from '../../../ui/Button.tsx'
import { useTranslations } from 'use-intl'
import type { CrossDeviceMachineEvent, CrossDevicePhase } from './cross-device-proof-phases.ts'

interface CrossDeviceActionsProps {
  phase: CrossDevicePhase
  send: (event: CrossDeviceMachineEvent) => void
  onBack: () => void
}

export function CrossDeviceWaitingButtons({ phase, send, onBack }: CrossDeviceActionsProps) {
  const t = useTranslations()
  const proceed = () => send({ type: 'proceed' })
  if (phase.at === 'confirming') {
    return (
      <div className="flex flex-wrap gap-2">
        <Button look="main" className="flex-1" onClick={proceed}>
          {t('anotherDevice.confirming.main')}
        </Button>
        <Button onClick={() => send({ type: 'reject-address' })}>{t('anotherDevice.confirming.disown')}</Button>
      </div>
    )
  }
  if (phase.at === 'done') {
    return (
      <Button look="main" onClick={proceed}>
        {t('anotherDevice.done.main')}
      </Button>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      {phase.at === 'awaiting' && (
        <Button
          look="main"
          className="flex-1"
          busyLabel={phase.askAt === null ? t('anotherDevice.awaiting.checking') : undefined}
          onClick={proceed}
        >
          {t('anotherDevice.awaiting.check')}
        </Button>
      )}
      {/* A submission cannot be cancelled. */}
      {phase.at !== 'checking' && (
        <Button className="flex-1" onClick={onBack}>
          {t('signIn.cancel')}
        </Button>
      )}
    </div>
  )
}
