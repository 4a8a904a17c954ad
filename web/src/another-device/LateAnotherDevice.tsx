// What waits for another device, once it is here.
import { Late } from '../prove/Late.tsx'
import type { AnotherDeviceProps } from './AnotherDevice.tsx'
import { loadParts } from './load-parts.ts'

export function LateAnotherDevice(props: AnotherDeviceProps) {
  return (
    <Late load={loadParts} chapter="anotherDevice">
      {({ AnotherDevice }) => <AnotherDevice {...props} />}
    </Late>
  )
}
