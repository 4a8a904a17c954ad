// Who did something that the log tells of, where that is not the person whom the line is about.

/** An administrator in a browser, a token of theirs, or an operator at the command line, whom the machine lets in. */
export type Actor =
  | { kind: 'person'; personId: string; sessionId: string }
  | { kind: 'token'; tokenId: string; personId: string }
  | { kind: 'operator' }

export const operator: Actor = { kind: 'operator' }

/** What the evidence of a line says of them. An operator has no name here. */
export function actorEvidence(actor: Actor): Readonly<Record<string, string>> {
  if (actor.kind === 'operator') return {}
  return actor.kind === 'person' ? { actorId: actor.personId } : { actorId: actor.personId, tokenId: actor.tokenId }
}
