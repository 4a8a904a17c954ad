// The way in by another device, beside those of this browser.
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useWords } from '../words/use-words.ts'
import type { Elsewhere } from './use-elsewhere.ts'

export function AnotherDeviceButton({ elsewhere: { go, button } }: { elsewhere: Elsewhere }) {
  return (
    <Button ref={button} onClick={go}>
      <span className="flex items-center justify-center gap-2">
        <Icon name="phone" />
        {useWords().signIn.anotherDevice}
      </span>
    </Button>
  )
}
