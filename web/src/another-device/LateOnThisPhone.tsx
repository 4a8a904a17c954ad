// The links into wallets of this phone: those of this very sign-in, once there is a code for it; until then, and without one, those that open
// the page itself.
import { Late } from '../prove/Late.tsx'
import { loadParts } from './load-parts.ts'
import type { OnThisPhoneProps } from './OnThisPhone.tsx'
import { PairRow } from './PairRow.tsx'

export function LateOnThisPhone(props: OnThisPhoneProps) {
  const instead = (
    <>
      <PairRow />
      {props.children(location.href)}
    </>
  )
  return (
    <Late load={loadParts} chapter="anotherDevice" instead={instead}>
      {({ OnThisPhone }) => <OnThisPhone {...props} />}
    </Late>
  )
}
