import { useTranslations } from 'use-intl'
import { PanelSwitchButton } from '../proof-flow/PanelSwitchButton.tsx'
import type { PanelSwitch } from '../proof-flow/use-panel-switch.ts'

export function CrossDeviceButton({ elsewhere }: { elsewhere: PanelSwitch }) {
  const t = useTranslations()
  return <PanelSwitchButton panel={elsewhere} icon="phone" label={t('signIn.anotherDevice')} />
}
