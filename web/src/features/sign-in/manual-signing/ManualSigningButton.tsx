import { useTranslations } from 'use-intl'
import { PanelSwitchButton } from '../proof-flow/PanelSwitchButton.tsx'
import type { PanelSwitch } from '../proof-flow/use-panel-switch.ts'

export function ManualSigningButton({ panel }: { panel: PanelSwitch }) {
  const t = useTranslations()
  return <PanelSwitchButton panel={panel} icon="copy" label={t('signIn.signElsewhere')} />
}
