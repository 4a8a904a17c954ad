// The way in by another device, beside those of this browser.
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useWords } from '../words/use-words.ts'

export function AnotherDeviceButton({ onPress }: { onPress: () => void }) {
  return (
    <Button onClick={onPress}>
      <span className="flex items-center justify-center gap-2">
        <Icon name="phone" />
        {useWords().signIn.anotherDevice}
      </span>
    </Button>
  )
}
