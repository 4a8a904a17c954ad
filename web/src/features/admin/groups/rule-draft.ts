// A rule while somebody builds it: every field is a text, as it stands in its input, so that nothing half-typed is lost. It becomes
// the rule that the server reads, and a rule that it gave becomes a draft again.

export const conditionKinds = ['wallets', 'erc20', 'native', 'sum', 'erc721', 'erc1155', 'name', 'none'] as const
export type ConditionKind = (typeof conditionKinds)[number]
export const jointKinds = ['all', 'any'] as const
export type JointKind = (typeof jointKinds)[number]
export type PartKind = ConditionKind | JointKind

/** The fields that conditions have. A sum has its places besides. */
export const fieldsOf = {
  wallets: ['wallets'],
  erc20: ['chain', 'contract', 'atLeast', 'delegated'],
  native: ['chain', 'atLeast'],
  sum: ['atLeast'],
  erc721: ['chain', 'contract', 'tokenIds', 'atLeast', 'delegated'],
  erc1155: ['chain', 'contract', 'tokenIds', 'atLeast', 'delegated'],
  name: ['under'],
  none: ['wallets'],
} as const satisfies Readonly<Record<ConditionKind, readonly string[]>>
export type FieldName = (typeof fieldsOf)[ConditionKind][number]

/** What a token said of itself when the rule was made. */
export interface TokenText {
  symbol: string | null
  name: string | null
  decimals: number | null
  ensName?: string
}

/** Where something is looked for: a contract on a chain, with what it said; the chain's own coin where no contract is named. */
export interface Place {
  chain: string
  contract: string
  token?: TokenText | undefined
}
export type SumPlace = Place & { key: number }

/** Texts by field. `exact` is an amount in the smallest unit, in a rule from before tokens were read: nobody knows its unit yet. */
export type Fields = Readonly<Partial<Record<FieldName | 'exact', string>>>

export interface ConditionDraft {
  key: number
  kind: ConditionKind
  fields: Fields
  token?: TokenText | undefined
  /** Of a sum. */
  places?: readonly SumPlace[]
}

/** @property key tells parts apart while they come and go */
export type Draft = ConditionDraft | { key: number; kind: JointKind; parts: readonly Draft[] }

let made = 0
const nextKey = (): number => (made += 1)

export const emptyPlace = (): SumPlace => ({ key: nextKey(), chain: '', contract: '' })

/** A part of a kind with nothing in it; a joint begins with one condition, because one of nothing means nothing. */
export function emptyDraft(kind: PartKind = 'wallets'): Draft {
  return isJoint(kind) ? { key: nextKey(), kind, parts: [emptyDraft()] } : { key: nextKey(), kind, fields: {} }
}

export const isJoint = (kind: PartKind): kind is JointKind => kind === 'all' || kind === 'any'

/** The same part as another kind: what both have stays. */
export function withKind(draft: Draft, kind: PartKind): Draft {
  if (isJoint(kind))
    return { key: draft.key, kind, parts: 'parts' in draft ? draft.parts : [{ ...draft, key: nextKey() }] }
  const { key } = draft
  return 'parts' in draft ? { key, kind, fields: {} } : { ...draft, kind }
}

/** Puts a part into another one beside which more can stand. That one takes its place, and so whoever has just pressed its button stays there. */
export const wrapped = (draft: Draft): Draft => ({
  key: draft.key,
  kind: 'any',
  parts: [{ ...draft, key: nextKey() }, emptyDraft()],
})

/** The coin of every chain here has eighteen decimals. */
const coinDecimals = 18

/** How many decimals the amount of a condition has; null where its token does not say, and undefined where nobody has asked it. */
export const decimalsOf = ({ kind, token }: ConditionDraft): number | null | undefined =>
  kind === 'native' ? coinDecimals : token?.decimals

/** A condition whose token has been read; an amount from before is then shown in its unit. */
export function withToken(draft: ConditionDraft, token: TokenText): ConditionDraft {
  const { exact, ...fields } = draft.fields
  return exact === undefined ? { ...draft, token } : inUnit({ ...draft, token, fields: { ...fields, atLeast: exact } })
}

/** A condition with its amount in the unit of what is counted, which comes exact. */
function inUnit(draft: ConditionDraft): ConditionDraft {
  const { atLeast, ...fields } = draft.fields
  const decimals = decimalsOf(draft)
  const isExact = isAmount(draft.kind) && /^\d+$/.test(atLeast ?? '')
  if (!isExact || atLeast === undefined || decimals === null) return draft
  return {
    ...draft,
    fields:
      decimals === undefined ? { ...fields, exact: atLeast } : { ...fields, atLeast: fromExact(atLeast, decimals) },
  }
}

/** Whether a kind asks for an amount that has a unit, and not for a number of pieces. */
export const isAmount = (kind: ConditionKind): boolean => kind === 'erc20' || kind === 'native'

export type RuleObject = Record<string, unknown>

/** The rule as the server reads it. What is empty is left out, so that the server says what is missing. */
export function ruleOf(draft: Draft): RuleObject {
  if ('parts' in draft) return { [draft.kind]: draft.parts.map(ruleOf) }
  if (draft.kind === 'none') return { none: [{ type: 'wallets', ...writeField(draft, 'wallets') }] }
  const fields = fieldsOf[draft.kind].map((name) => writeField(draft, name))
  return Object.assign(
    { type: draft.kind },
    draft.kind === 'sum' && { of: (draft.places ?? []).map(writePlace) },
    ...fields,
    isOfToken(draft.kind) && draft.token && { token: draft.token },
  )
}

const namesOf = (kind: ConditionKind): readonly string[] => fieldsOf[kind]
const isOfToken = (kind: ConditionKind): boolean => kind === 'native' || namesOf(kind).includes('contract')

const writePlace = ({ chain, contract, token }: Place): RuleObject => ({
  ...(chain !== '' && { chain }),
  ...(contract.trim() !== '' && { contract: contract.trim() }),
  ...(token && { token }),
})

function writeField(draft: ConditionDraft, name: FieldName): RuleObject {
  const text = draft.fields[name]?.trim() ?? ''
  if (name === 'wallets') return { wallets: text.split(/[\s,;]+/).filter((wallet) => wallet !== '') }
  if (name === 'atLeast') return writeAmount(draft, text)
  if (text === '') return {}
  if (name === 'delegated') return { delegated: true }
  if (name !== 'tokenIds') return { [name]: text }
  const [first, ...more] = tokenIdsIn(text)
  return typeof first === 'string' && more.length === 0 ? { tokenId: first } : { tokenIds: tokenIdsIn(text) }
}

/** In the unit of the token where there is one; the server takes a whole number alone for one of the smallest unit. */
function writeAmount(draft: ConditionDraft, text: string): RuleObject {
  const { kind, fields } = draft
  const decimals = decimalsOf(draft)
  if (kind === 'erc20' && fields.exact !== undefined) return { atLeast: fields.exact.trim() }
  if (text === '') return {}
  // There is one token of each number.
  if (kind === 'erc721' && text === '1' && 'tokenId' in writeField(draft, 'tokenIds')) return {}
  if (!isAmount(kind) || decimals === null) return { atLeast: text }
  if (decimals === undefined) return { atLeast: /^\d+$/.test(text) ? `${text}.0` : text }
  return { atLeast: toExact(text, decimals) ?? text }
}

/** A rule as a draft; null where it has another form than the fields can show. */
export function draftOf(rule: unknown): Draft | null {
  if (!isObject(rule)) return null
  const joint = jointKinds.find((kind) => Object.hasOwn(rule, kind))
  if (joint !== undefined) return draftOfJoint(rule, joint)
  if (Object.hasOwn(rule, 'none')) return draftOfNone(rule)
  const kind = conditionKinds.find((known) => known === rule['type'])
  if (kind === undefined || kind === 'none') return null
  const { type: _type, token, of, ...members } = rule
  const places = kind === 'sum' ? readPlaces(of) : undefined
  if (places === null || (kind !== 'sum' && of !== undefined)) return null
  if (token !== undefined && !(isOfToken(kind) && isTokenText(token))) return null
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(members)) {
    const text = textOf(name, value)
    const field = name === 'tokenId' ? 'tokenIds' : name
    if (text === null || field in fields || !namesOf(kind).includes(field)) return null
    fields[field] = text
  }
  return inUnit({
    key: nextKey(),
    kind,
    fields,
    ...(places && { places }),
    ...(isTokenText(token) && { token }),
  })
}

const isObject = (value: unknown): value is Readonly<RuleObject> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTokenText = (value: unknown): value is TokenText =>
  isObject(value) && 'symbol' in value && 'name' in value && 'decimals' in value

function draftOfJoint(given: Readonly<RuleObject>, kind: JointKind): Draft | null {
  const list = given[kind]
  if (Object.keys(given).length > 1 || !Array.isArray(list)) return null
  const parts = list.map(draftOf)
  return parts.some((part) => part === null) ? null : { key: nextKey(), kind, parts: parts as Draft[] }
}

/** Several lists of whom nobody is wanted are one. */
function draftOfNone(given: Readonly<RuleObject>): Draft | null {
  const lists = given['none']
  if (Object.keys(given).length > 1 || !Array.isArray(lists)) return null
  const drafts = lists.map(draftOf)
  const texts = drafts.map((draft) => (draft?.kind === 'wallets' ? draft.fields.wallets : undefined))
  return texts.length === 0 || texts.includes(undefined)
    ? null
    : { key: nextKey(), kind: 'none', fields: { wallets: texts.join('\n') } }
}

function readPlaces(of: unknown): SumPlace[] | null {
  if (!Array.isArray(of)) return null
  const places = of.map((place: unknown): SumPlace | null => {
    if (!isObject(place)) return null
    const { chain, contract = '', token, ...others } = place
    if (typeof chain !== 'string' || typeof contract !== 'string' || Object.keys(others).length > 0) return null
    return token === undefined
      ? { key: nextKey(), chain, contract }
      : isTokenText(token)
        ? { key: nextKey(), chain, contract, token }
        : null
  })
  return places.some((place) => place === null) ? null : (places as SumPlace[])
}

function textOf(name: string, value: unknown): string | null {
  if (name === 'wallets')
    return Array.isArray(value) && value.every((wallet) => typeof wallet === 'string') ? value.join('\n') : null
  if (name === 'tokenIds') return writeTokenIds(value)
  if (name === 'delegated') return value === true ? 'yes' : null
  return typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : null
}

// Amounts of a token as people write them (1.5), and as its chain counts them: whole numbers of the smallest unit. Nothing is rounded.

/**
 * @param decimals how many digits stand behind the point
 * @returns null for what is no amount in this unit, of which the server says what is wrong with it
 * @example toExact('1.5', 6) // => '1500000'
 */
export function toExact(text: string, decimals: number): string | null {
  const [, whole, fraction = ''] = /^(\d{1,78})(?:\.(\d+))?$/.exec(text.trim()) ?? []
  const digits = fraction.replace(/0+$/, '')
  if (whole === undefined || digits.length > decimals) return null
  return String(BigInt(whole + digits.padEnd(decimals, '0')))
}

/** @example fromExact('1500000', 6) // => '1.5' */
export function fromExact(exact: string, decimals: number): string {
  const digits = exact.padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const fraction = digits.slice(cut).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, cut) : `${digits.slice(0, cut)}.${fraction}`
}

// Numbers of a collection, as they are in one field: 5, 10-20.

type TokenIds = readonly (string | { from: string; to: string })[]

/** What is no number is left as it is, so that the server says what is wrong with it. */
export const tokenIdsIn = (text: string): TokenIds =>
  text
    .replaceAll(/\s*[-–]\s*/g, '-')
    .split(/[\s,;]+/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const [, from, to] = /^(\d+)-(\d+)$/.exec(piece) ?? []
      return from === undefined || to === undefined ? piece : { from, to }
    })

/** @returns null where it is no such list */
export function writeTokenIds(value: unknown): string | null {
  if (!Array.isArray(value)) return null
  const pieces = value.map((entry: unknown) => {
    if (typeof entry === 'string') return entry
    const { from, to, ...others } = Object(entry) as Record<string, unknown>
    return typeof from === 'string' && typeof to === 'string' && Object.keys(others).length === 0
      ? `${from}-${to}`
      : null
  })
  return pieces.includes(null) ? null : pieces.join(', ')
}
