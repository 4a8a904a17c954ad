import type { Command } from 'commander'
import { checkRpcNode, formatRpcNodeFinding } from '../chains/reader/check-rpc-node.ts'
import { computeRpcHedgeDelayMs } from '../chains/reader/rpc-hedge-delay.ts'
import { systemClock } from '../platform/clock.ts'
import { redactRpcNodeHost } from '../platform/chain-settings.ts'
import { loadServerSettings } from '../platform/load-server-settings.ts'
import { printCliUsageError, setCliCommandAction } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import { escapeForTerminal } from './escape-for-terminal.ts'

export function registerCliCommands(program: Command): void {
  const chain = program.command('chain').description('Tests the configured chains.')
  setCliCommandAction(
    chain
      .command('check [ids...]')
      .description(
        'Tests every node of the given chains (all configured chains by default) with the queries that the server needs, and reports failures.',
      ),
    checkChains,
  )
}

async function checkChains(ids: readonly string[], { json }: { json?: true }): Promise<CliCommandOutcome> {
  const {
    settings: { chains, limits },
  } = loadServerSettings(process.env)
  const unknown = ids.find((id) => !chains.some((chain) => chain.id === id))
  if (unknown !== undefined) {
    return printCliUsageError(
      `Chain "${escapeForTerminal(unknown)}" is not configured (COUNTERSIGN_CHAINS). "countersign chain check" tests all configured chains.`,
    )
  }
  const chosen = chains.filter(({ id }) => ids.length === 0 || ids.includes(id))
  const print = json === true ? () => {} : (line: string) => console.log(line)
  const described = []
  if (chosen.length === 0)
    print('No chain is configured (COUNTERSIGN_CHAINS): only ordinary keys and passkeys can sign in.')
  let failed = 0
  for (const settings of chosen) {
    const { id, name, rpc, quorum, nameGateways } = settings
    print(
      `${name} (${id}): ${rpc.length === 1 ? 'one node' : `${rpc.length} nodes, of which ${quorum} must ${quorum === 1 ? 'answer' : 'agree'}`}`,
    )
    if (nameGateways.length > 0)
      print(`  off-chain names can be requested from ${nameGateways.join(', ')} (nameGateways); not tested here`)
    // With a quorum, all nodes are queried at once.
    if (rpc.length > 1 && quorum === 1) {
      const readMs = limits.chainReadTimeoutSeconds * 1000
      const afterMs = computeRpcHedgeDelayMs(null, { readMs, others: rpc.length - 1 })
      print(
        `  a read can take ${readMs} ms; if a node takes longer than usual, the next one is also queried, after ${afterMs} ms at the latest`,
      )
    }
    const checks = await Promise.all(
      rpc.map((address) => checkRpcNode(address, { settings, limits, clock: systemClock })),
    )
    described.push({
      id,
      name,
      nodes: checks.map((findings, index) => ({
        host: redactRpcNodeHost(rpc[index] as string),
        good: findings.every((finding) => finding.isOk),
        findings: findings.map((finding) => ({ good: finding.isOk, message: formatRpcNodeFinding(finding) })),
      })),
    })
    for (const [index, findings] of checks.entries()) {
      const good = findings.every((finding) => finding.isOk)
      if (!good) failed += 1
      // Only the host is printed, because the rest of the URL may contain a key (THREATS N10).
      print(`  node ${index + 1}, ${redactRpcNodeHost(rpc[index] as string)}: ${good ? 'OK' : 'FAILED'}`)
      for (const finding of findings)
        print(`    ${finding.isOk ? (finding.isWarning ? '? ' : '  ') : '! '}${formatRpcNodeFinding(finding)}`)
    }
  }
  return { json: { chains: described }, text: [], exitCode: failed === 0 ? 0 : 1 }
}
