import type { ApiPerson } from '@countersign/api/api-endpoints'
import { normalizeWalletAddress } from './wallet-address-format.ts'
import { Avatar } from './Avatar.tsx'
import { Identicon } from './Identicon.tsx'

export function PersonAvatar({
  person,
  size,
  className = '',
}: {
  person: Pick<ApiPerson, 'id' | 'address' | 'picture' | 'walletPicture'>
  size: number
  className?: string
}) {
  const { id, address, picture, walletPicture } = person
  return (
    <Avatar path={picture ?? walletPicture} size={size} className={className}>
      <Identicon identifier={normalizeWalletAddress(address ?? id)} size={size} className={className} />
    </Avatar>
  )
}
