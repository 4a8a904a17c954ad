// Counts sign-ins by way and outcome. All labels come from fixed lists, so no one can add series.
import { errorCatalog } from '@countersign/api/error-catalog'
import { Counter } from 'prom-client'
import { ApiError } from '../../platform/api-error.ts'
import type { MetricsRegistry } from '../../platform/prometheus-metrics.ts'
import type { RefusedAuthenticationAttempt } from '../challenges/authentication-attempt-refusals.ts'
import type { CompletedSignIn } from './complete-sign-in.ts'
import type { SignInMetricWay } from './sign-in-metric-ways.ts'

export interface SignInMetrics {
  /** Runs a sign-in attempt and counts its outcome. Rejects as `run` does. */
  countAttempt: <Result extends CompletedSignIn | RefusedAuthenticationAttempt>(
    attempted: { way: SignInMetricWay; walletApp: string | undefined },
    run: () => Promise<Result>,
  ) => Promise<Result>
}

export function createSignInMetrics(metrics: MetricsRegistry): SignInMetrics {
  const registers = [metrics]
  const byWay = new Counter({
    name: 'countersign_sign_ins_total',
    help: 'Attempts to sign in.',
    labelNames: ['way', 'outcome'],
    registers,
  })
  const byWallet = new Counter({
    name: 'countersign_wallet_sign_ins_total',
    help: 'Attempts to sign in with a wallet app that the browser named.',
    labelNames: ['wallet', 'outcome'],
    registers,
  })
  return {
    async countAttempt({ way, walletApp }, run) {
      const count = (outcome: 'signed_in' | 'refused' | 'failed', actualWay = way): void => {
        byWay.inc({ way: actualWay, outcome })
        if (walletApp !== undefined) byWallet.inc({ wallet: walletApp, outcome })
      }
      try {
        const result = await run()
        if (result.outcome === 'signed-in') count('signed_in', result.way)
        else count('refused')
        return result
      } catch (error) {
        // The owners of a contract wallet have not approved yet.
        if (!(error instanceof ApiError && error.code === 'signature.pending'))
          count(error instanceof ApiError && errorCatalog[error.code].status < 500 ? 'refused' : 'failed')
        throw error
      }
    },
  }
}
