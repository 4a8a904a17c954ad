// What a person looks like here: the picture that they chose, otherwise the one of their wallet's name, otherwise
// the rosette of what stands for them. It only repeats
// the name that stands beside it.
import { useState } from 'react'
import type { Person } from '@countersign/api/calls'
import { isOwnPath } from '../wallet/own-path.ts'
import { rosetteIdentifier } from './Address.tsx'
import { Rosette } from './Rosette.tsx'

/** @param size width and height in pixels */
export function Portrait({ person, size, className = '' }: { person: Pick<Person, 'id' | 'address' | 'picture' | 'walletPicture'>; size: number; className?: string }) {
  // By its address: another picture has another one, and is tried anew.
  const [missing, setMissing] = useState<string | null>(null)
  const { id, address } = person
  const picture = person.picture ?? person.walletPicture
  // A picture of another host would tell that host who looks at it; the content security policy forbids it as well.
  if (picture === null || picture === missing || !isOwnPath(picture, location.origin)) {
    return <Rosette identifier={rosetteIdentifier(address ?? id)} size={size} className={className} />
  }
  return (
    <img
      src={picture}
      alt=""
      width={size}
      height={size}
      onError={() => setMissing(picture)}
      className={`shrink-0 rounded-full border border-line bg-sunk object-cover ${className}`}
    />
  )
}
