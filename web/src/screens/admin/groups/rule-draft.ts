// A rule while somebody builds it: every field is a text, as it stands in its input, so that nothing half-typed is lost. It becomes
// the rule that the server reads, and a rule that it gave becomes a draft again.

export const conditionKinds = ['wallets', 'erc20', 'erc721', 'erc1155', 'name'] as const
export type ConditionKind = (typeof conditionKinds)[number]
export const jointKinds = ['all', 'any'] as const
export type JointKind = (typeof jointKinds)[number]
export type PartKind = ConditionKind | JointKind

/** The fields that conditions have. */
export const fieldsOf = {
  wallets: ['wallets'],
  erc20: ['chain', 'contract', 'atLeast'],
  erc721: ['chain', 'contract', 'atLeast', 'tokenId'],
  erc1155: ['chain', 'contract', 'tokenId', 'atLeast'],
  name: ['under'],
} as const satisfies Readonly<Record<ConditionKind, readonly string[]>>
export type FieldName = (typeof fieldsOf)[ConditionKind][number]

/** @property key tells parts apart while they come and go */
export type Draft =
  | { key: number; kind: ConditionKind; fields: Readonly<Partial<Record<FieldName, string>>> }
  | { key: number; kind: JointKind; parts: readonly Draft[] }

let made = 0
const nextKey = (): number => (made += 1)

/** A part of a kind with nothing in it; a joint begins with one condition, because one of nothing means nothing. */
export function emptyDraft(kind: PartKind = 'wallets'): Draft {
  return isJoint(kind) ? { key: nextKey(), kind, parts: [emptyDraft()] } : { key: nextKey(), kind, fields: {} }
}

export const isJoint = (kind: PartKind): kind is JointKind => kind === 'all' || kind === 'any'

/** The same part as another kind: what both have stays. */
export function withKind(draft: Draft, kind: PartKind): Draft {
  if (isJoint(kind))
    return { key: draft.key, kind, parts: 'parts' in draft ? draft.parts : [{ ...draft, key: nextKey() }] }
  return { key: draft.key, kind, fields: 'fields' in draft ? draft.fields : {} }
}

/** Puts a part into another one beside which more can stand. That one takes its place, and so whoever has just pressed its button stays there. */
export const wrapped = (draft: Draft): Draft => ({
  key: draft.key,
  kind: 'any',
  parts: [{ ...draft, key: nextKey() }, emptyDraft()],
})

export type RuleObject = Record<string, unknown>

/** The rule as the server reads it. What is empty is left out, so that the server says what is missing. */
export function ruleOf(draft: Draft): RuleObject {
  if ('parts' in draft) return { [draft.kind]: draft.parts.map(ruleOf) }
  const fields = fieldsOf[draft.kind].flatMap((name): [string, unknown][] => {
    const text = draft.fields[name]?.trim() ?? ''
    if (name === 'wallets') return [[name, text.split(/[\s,;]+/).filter((wallet) => wallet !== '')]]
    return text === '' ? [] : [[name, text]]
  })
  return { type: draft.kind, ...Object.fromEntries(fields) }
}

/** A rule as a draft; null where it has another form than the fields can show. */
export function draftOf(rule: unknown): Draft | null {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return null
  const given = rule as Readonly<RuleObject>
  const joint = jointKinds.find((kind) => Object.hasOwn(given, kind))
  if (joint !== undefined) return draftOfJoint(given, joint)
  const kind = conditionKinds.find((known) => known === given['type'])
  if (kind === undefined) return null
  const names: readonly string[] = fieldsOf[kind]
  if (Object.keys(given).some((name) => name !== 'type' && !names.includes(name))) return null
  const fields = Object.entries(given).flatMap(([name, value]): [string, string | null][] =>
    name === 'type' ? [] : [[name, textOf(name, value)]],
  )
  return fields.some(([, text]) => text === null)
    ? null
    : { key: nextKey(), kind, fields: Object.fromEntries(fields) as Partial<Record<FieldName, string>> }
}

function draftOfJoint(given: Readonly<RuleObject>, kind: JointKind): Draft | null {
  const list = given[kind]
  if (Object.keys(given).length > 1 || !Array.isArray(list)) return null
  const parts = list.map(draftOf)
  return parts.some((part) => part === null) ? null : { key: nextKey(), kind, parts: parts as Draft[] }
}

function textOf(name: string, value: unknown): string | null {
  if (name === 'wallets')
    return Array.isArray(value) && value.every((wallet) => typeof wallet === 'string') ? value.join('\n') : null
  return typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : null
}
