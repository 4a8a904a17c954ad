// The links into wallets of this phone: those of this very sign-in, once there is a code for it; until then, and without one, those that open
// the page itself, where that can be opened anywhere.
import { Late } from '../prove/Late.tsx'
import { LeadingOut } from './LeadingOut.tsx'
import { loadParts } from './load-parts.ts'
import type { OnThisPhoneProps } from './OnThisPhone.tsx'
import { PairRow } from './PairRow.tsx'

export function LateOnThisPhone(props: OnThisPhoneProps) {
  const { errand, children } = props
  const instead = (
    <>
      <PairRow />
      <LeadingOut errand={errand} link={null}>
        {children}
      </LeadingOut>
    </>
  )
  return (
    <Late
      load={loadParts}
      chapter="anotherDevice"
      {...(errand.interaction === undefined ? { instead } : { placeholder: instead })}
    >
      {({ OnThisPhone }) => <OnThisPhone {...props} />}
    </Late>
  )
}
