// What a person looks like here: the picture that they chose, otherwise the one of their wallet's name, otherwise the rosette of
// what stands for them. It only repeats the name that stands beside it.
import type { Person } from '@countersign/api/calls'
import { canonicalAddress } from './address-form.ts'
import { OwnPicture } from './OwnPicture.tsx'
import { Rosette } from './Rosette.tsx'

/** @param size width and height in pixels */
export function Portrait({
  person,
  size,
  className = '',
}: {
  person: Pick<Person, 'id' | 'address' | 'picture' | 'walletPicture'>
  size: number
  className?: string
}) {
  const { id, address, picture, walletPicture } = person
  return (
    <OwnPicture path={picture ?? walletPicture} size={size} className={className}>
      <Rosette identifier={canonicalAddress(address ?? id)} size={size} className={className} />
    </OwnPicture>
  )
}
