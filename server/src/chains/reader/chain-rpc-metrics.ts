// A node is identified by its position, because its URL can contain a key.
import { Counter, Gauge, Histogram } from 'prom-client'
import type { MetricsRegistry } from '../../platform/prometheus-metrics.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { ChainNodeErrorReason } from './rpc-node-error.ts'

export interface ChainRpcMetrics {
  recordRead: (chain: string, questions: number, outcome: 'answered' | 'unavailable' | 'busy', ms: number) => void
  recordFailure: (chain: string, node: string, reason: ChainNodeErrorReason) => void
  observeCircuitBreaker: (chain: string, node: string, breaker: CircuitBreaker) => void
}

export function createChainRpcMetrics(metrics: MetricsRegistry): ChainRpcMetrics {
  const registers = [metrics]
  const readings = new Counter({
    name: 'countersign_chain_reads_total',
    help: 'Chain reads.',
    labelNames: ['chain', 'outcome'],
    registers,
  })
  const questions = new Counter({
    name: 'countersign_chain_questions_total',
    help: 'Contract calls; one chain read can contain several.',
    labelNames: ['chain'],
    registers,
  })
  const seconds = new Histogram({
    name: 'countersign_chain_read_seconds',
    help: 'Duration of chain reads.',
    labelNames: ['chain'],
    buckets: [0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 10, 30],
    registers,
  })
  const failures = new Counter({
    name: 'countersign_chain_node_failures_total',
    help: 'Failed requests to a node.',
    labelNames: ['chain', 'node', 'reason'],
    registers,
  })
  const breakers: [labels: { chain: string; node: string }, CircuitBreaker][] = []
  const resting = new Gauge({
    name: 'countersign_chain_node_resting',
    help: 'Whether a node is paused after several consecutive failures.',
    labelNames: ['chain', 'node'],
    registers: [],
    collect() {
      for (const [labels, breaker] of breakers) this.set(labels, breaker.isPaused() ? 1 : 0)
    },
  })
  metrics.registerMetric(resting)
  return {
    recordRead: (chain, count, outcome, ms) => {
      readings.inc({ chain, outcome })
      questions.inc({ chain }, count)
      seconds.observe({ chain }, ms / 1000)
    },
    recordFailure: (chain, node, reason) => failures.inc({ chain, node, reason }),
    observeCircuitBreaker: (chain, node, breaker) => void breakers.push([{ chain, node }, breaker]),
  }
}
