// No wallet in this browser. What says so and helps is fetched only then, because most who come here have one.
import { Late } from './Late.tsx'
import type { NoWalletStageProps } from './NoWalletStage.tsx'

const load = () => import('./NoWalletStage.tsx')

export function NoWallet(props: NoWalletStageProps) {
  return (
    <Late load={load} chapter="noWallet">
      {({ NoWalletStage }) => <NoWalletStage {...props} />}
    </Late>
  )
}
