// What waits for another device, once it is here.
import { Late } from '../prove/Late.tsx'
import { Button } from '../ui/Button.tsx'
import { useWords } from '../words/use-words.ts'
import type { AnotherDeviceProps } from './AnotherDevice.tsx'
import { loadParts } from './load-parts.ts'

export function LateAnotherDevice(props: AnotherDeviceProps) {
  const { cancel } = useWords().signIn
  const back = <Button onClick={props.onBack}>{cancel}</Button>
  return (
    <Late load={loadParts} chapter="anotherDevice" placeholder={placeholder} back={back}>
      {({ AnotherDevice }) => <AnotherDevice {...props} />}
    </Late>
  )
}

/** As large as what comes (DeviceSheet), so that nothing moves when it does. */
const placeholder = <div className="skeleton h-136 rounded-sheet bg-sunk" />
