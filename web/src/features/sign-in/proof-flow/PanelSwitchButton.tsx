import { Button } from '../../../ui/Button.tsx'
import type { ButtonVariant } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import type { IconName } from '../../../ui/Icon.tsx'
import type { PanelSwitch } from './use-panel-switch.ts'

interface PanelSwitchButtonProps {
  panel: PanelSwitch
  icon: IconName
  label: string
  look?: ButtonVariant
}

export function PanelSwitchButton({ panel: { open, buttonRef }, icon, label, look = 'quiet' }: PanelSwitchButtonProps) {
  return (
    <Button ref={buttonRef} look={look} onClick={open}>
      <span className="flex items-center justify-center gap-2">
        <Icon name={icon} />
        {label}
      </span>
    </Button>
  )
}
