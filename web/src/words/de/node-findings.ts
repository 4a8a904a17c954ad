// Was die Prüfung eines Knotens finden kann, je ein Satzteil; in den geschweiften Klammern steht, was der Server dazu sagt.
import type { NodeFindingCode, NodeReason } from '@countersign/api/node-findings'

export const nodeReasons: Readonly<Record<NodeReason, string>> = {
  timed_out: 'hat nicht rechtzeitig geantwortet',
  connection_failed: 'war nicht zu erreichen',
  too_large: 'hat mehr geantwortet, als gelesen wird',
  status: 'hat mit einem anderen HTTP-Status als 200 geantwortet',
  malformed: 'hat geantwortet, was kein Knoten antwortet',
  error: 'hat mit einem Fehler geantwortet',
  wrong_chain: 'gehört zu einer anderen Chain',
  stale: 'hängt hinter seiner Chain zurück, oder seine Uhr geht falsch',
  stale_final: 'hat zu lange keinen Block endgültig gemacht',
  behind: 'hat einen Block noch nicht erreicht, dem schon geglaubt wurde',
  no_block: 'hat den Block nicht',
  too_little_gas: 'erlaubt weniger Gas, als eine Frage braucht',
  disagreement: 'hat nicht dasselbe gesagt, oder zu wenige haben geantwortet',
  resting: 'wird nach mehreren Fehlern vorerst nicht gefragt',
}

export const nodeFindings: Readonly<Record<NodeFindingCode, string>> = {
  open_way:
    'einfaches http durch das Internet: Wer unterwegs mitliest, sieht einen Schlüssel in der Adresse und kann an Stelle des Knotens antworten',
  chain: 'Chain {chain}',
  chain_other: 'Nummer der Chain: Das ist ein Knoten der Chain {found}, nicht von {chain}',
  chain_failed: 'Nummer der Chain: Der Knoten {reason}',
  newest: 'neuester Block {block}, {age} s alt',
  newest_stale: 'neuester Block {block}, {age} s alt: mehr als {most} s neben der Uhr dieser Maschine (staleSeconds)',
  newest_failed: 'neuester Block: Der Knoten {reason}',
  final: 'endgültiger Block {block}, {age} s alt',
  final_stale:
    'endgültiger Block {block}, {age} s alt: mehr als {most} s (finalStaleSeconds), so dass Gruppen nicht gelesen werden können',
  final_failed: 'endgültiger Block: Der Knoten {reason}',
  asks: 'fragt Verträge',
  asks_untried: 'Verträge fragen: ohne einen Block nicht versucht',
  asks_no_code:
    'Verträge fragen: Der Knoten führt den Code eines Vertrags nicht aus, der nirgends steht (eth_call ohne „to“)',
  asks_other: 'Verträge fragen: Sie laufen auf der Chain {found}',
  asks_gas: 'Verträge fragen: Der Knoten erlaubt weniger Gas als {gas} (COUNTERSIGN_CHAIN_CALL_GAS ist {most})',
  asks_failed: 'Verträge fragen: Der Knoten {reason}',
  speed: 'einmal lesen dauert {took} ms von den {most} ms, die es darf (COUNTERSIGN_CHAIN_READ_SECONDS)',
}
